package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A trial counts only as long as the service is not known to have been slower then. */
class ColdTrialsTest {
    private static Trial trial(int number, int pool, double rate, double compiling) {
        return TrialBuilder.trial(number)
                .role(Role.SEARCH)
                .at(pool, 100)
                .rate(rate, 2)
                .read(Metric.JIT_TIME, compiling)
                .build();
    }

    private static List<Boolean> valid(Trial... trials) {
        return new ColdTrials(List.of(trials))
                .flagged().stream().map(Trial::valid).toList();
    }

    @Test
    void early_ones_do_not_count_once_one_of_their_settings_gave_more_with_less_to_compile() {
        assertThat(valid(
                        trial(1, 10, 110, 1300),
                        trial(2, 17, 127, 900),
                        trial(3, 19, 148, 500),
                        trial(4, 10, 158, 300)))
                .containsExactly(false, false, true, true);
    }

    @Test
    void they_count_as_long_as_no_setting_is_known_to_give_more_later() {
        assertThat(valid(trial(1, 10, 110, 1300), trial(2, 17, 127, 900), trial(3, 19, 148, 300)))
                .containsOnly(true);
        assertThat(valid(trial(1, 10, 110, 1300), trial(2, 10, 112, 300))).containsOnly(true);
    }

    /** It may drift; it does not warm up. */
    @Test
    void they_count_where_the_compiler_has_as_much_to_do_later_or_never_had_much() {
        assertThat(valid(trial(1, 10, 110, 400), trial(2, 10, 158, 300))).containsOnly(true);
        assertThat(valid(trial(1, 10, 110, 80), trial(2, 10, 158, 0))).containsOnly(true);
    }
}
