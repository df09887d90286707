package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.experiment.Goal;
import dev.poolfit.units.Message;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A sentence is put into words in the language that was asked for, whatever this machine's is. */
class LanguageTest {
    private static final Message MEETS = Message.of(
            "reason.meets",
            Message.of("name.pool", 19),
            new Goal(Optional.of(new Rate(150)), Optional.of(new Share(0)), Optional.of(Duration.ofMillis(500)))
                    .words(),
            "155.9/s");

    @Test
    void parts_of_a_sentence_are_said_in_its_language() {
        assertThat(Language.EN.text(MEETS))
                .isEqualTo("Pool 19 meets at least 150/s, no errors, p99 at most 500 ms: 155.9/s.");
        assertThat(Language.KO.text(MEETS))
                .isEqualTo("풀 크기 19 설정이 목표(처리량 150/s 이상, 오류 없음, p99 500 ms 이하)를 충족합니다: 155.9/s.");
    }

    @Test
    void the_goal_has_the_same_words_wherever_it_stands() {
        var goal = new Goal(Optional.empty(), Optional.of(new Share(0.005)), Optional.empty());

        assertThat(Language.EN.text(goal.words())).isEqualTo("the highest throughput, errors at most 0.5 %");
        assertThat(new Phrases(Language.KO).goal(goal)).isEqualTo("최대 처리량, 오류율 0.5 % 이하");
    }

    @Test
    void one_is_singular_in_english() {
        assertThat(Language.EN.text("count.trials", 1)).isEqualTo("1 trial");
        assertThat(Language.EN.text("count.trials", 2)).isEqualTo("2 trials");
        assertThat(Language.KO.text("count.trials", 2)).isEqualTo("측정 2회");
    }

    @Test
    void english_is_english_on_a_korean_machine() {
        Locale machine = Locale.getDefault();
        try {
            Locale.setDefault(Locale.KOREA);
            assertThat(Language.EN.text("column.rate")).isEqualTo("rate");
            Locale.setDefault(Locale.GERMANY);
            assertThat(Language.KO.text("column.rate")).isEqualTo("처리량");
        } finally {
            Locale.setDefault(machine);
        }
    }

    @Test
    void braces_of_a_name_are_no_places() {
        assertThat(Language.KO.text("load", "{1}", "GET /stocks/{1..1000} $1"))
                .isEqualTo("{1}: GET /stocks/{1..1000} $1");
    }

    @Test
    void a_sentence_without_words_and_a_figure_without_a_unit_are_refused() {
        assertThatThrownBy(() -> Language.KO.text("no.such-key")).isInstanceOf(MissingResourceException.class);
        assertThatThrownBy(() -> Message.of("gain", 3.8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gain got 3.8");
    }
}
