package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.units.Message;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In a text of somebody else the reference stands in place of the value, but common words stay. */
class ReferencesTest {
    @Test
    void a_value_is_replaced_as_it_is_and_as_an_address_has_it() {
        var references = new References(Map.of("hunter/2+x", "${TOKEN}", "hunter/2+x and more", "${LONG}"));
        assertThat(references.in("refused: hunter/2+x, hunter%2F2%2Bx; hunter/2+x and more"))
                .isEqualTo("refused: ${TOKEN}, ${TOKEN}; ${LONG}");
        assertThat(references.in(Message.of("missing.metrics", Message.verbatim("hunter/2+x"), 3)))
                .isEqualTo(Message.of("missing.metrics", Message.verbatim("${TOKEN}"), 3));
    }

    @Test
    void short_and_common_values_garble_nothing() {
        var references = new References(Map.of("1", "${A}", "root", "${B}", "localhost", "${C}", "8080808", "${D}"));
        assertThat(references.in("1 user root at localhost:8080808")).isEqualTo("1 user root at localhost:8080808");
    }

    @Test
    void values_are_told_by_no_description() {
        assertThat(new References(Map.of("hunter22", "${T}")).toString()).doesNotContain("hunter22");
    }
}
