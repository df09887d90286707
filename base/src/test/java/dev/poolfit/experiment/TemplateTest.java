package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.units.BadQuantity;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A template draws every value of its braces and nothing else, and the same seed draws the same values. */
final class TemplateTest {
    @Test
    void a_range_draws_every_number_with_both_ends() {
        assertThat(drawn("/stocks/{9..11}", 200)).containsExactlyInAnyOrder("/stocks/9", "/stocks/10", "/stocks/11");
    }

    @Test
    void words_and_ranges_are_drawn_independently() {
        assertThat(drawn("/{a|b}/{1..2}?x={c|d}", 400)).hasSize(8).contains("/a/1?x=c", "/b/2?x=d");
    }

    @Test
    void a_text_without_braces_is_constant_and_leaves_the_generator_alone() {
        var random = new SplittableRandom(1);
        assertThat(Template.parse("/stocks", name -> false).draw(random)).isEqualTo("/stocks");
        assertThat(Template.parse("", name -> false).draw(random)).isEmpty();
        assertThat(random.nextLong()).isEqualTo(new SplittableRandom(1).nextLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/{1..}", "/{5..1}", "/{}", "/{a}", "/{1..2", "/1..2}", "/{{1..2}}", "/{a||b}", "/{-1..2}"})
    void malformed_braces_are_named_in_full(String text) {
        assertThatThrownBy(() -> Template.parse(text, name -> false))
                .isInstanceOf(BadQuantity.class)
                .hasMessageContaining("\"" + text + "\"");
    }

    @Test
    void the_braces_of_json_stand_for_themselves() {
        assertThat(drawn("{\"id\": {1..2}, \"of\": {\"kind\": \"{a|b}\"}, \"both\": {\"x\": \"c|d\"}}", 100))
                .hasSize(4)
                .contains("{\"id\": 2, \"of\": {\"kind\": \"a\"}, \"both\": {\"x\": \"c|d\"}}");
    }

    @Test
    void of_many_opening_braces_the_innermost_counts() {
        assertThat(drawn("{".repeat(200_000) + "1..1}", 1)).containsExactly("{".repeat(199_999) + "1");
        assertThat(drawn("{".repeat(200_000), 1)).containsExactly("{".repeat(200_000));
    }

    private static Set<String> drawn(String text, int times) {
        var template =
                text.startsWith("/") ? Template.parse(text, name -> false) : Template.parseLoosely(text, name -> false);
        var random = new SplittableRandom(7);
        Set<String> drawn = new TreeSet<>();
        for (int i = 0; i < times; i++) {
            drawn.add(template.draw(random));
        }
        return drawn;
    }
}
