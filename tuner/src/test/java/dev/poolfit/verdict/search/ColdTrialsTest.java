package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A trial counts only as long as the service is not known to have been slower then. */
class ColdTrialsTest {
    private static Trial trial(int number, int pool, double rate, double compiling) {
        return new Trial(
                new Trial.Identity(number, Role.SEARCH, Settings.ofPoolAndThreads(pool, 100), Instant.EPOCH),
                new Trial.Span(2, 10),
                new Trial.Responses(
                        new Interval(rate, rate - 2, rate + 2), 1_000, 0, 50, new Interval(100, 90, 110), Map.of()),
                new Trial.Readings(Map.of(Metric.JIT_TIME, compiling), Map.of()),
                Set.of());
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
