package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Six connections are enough; whether a peak may lie between six and the next that was compared is told by the one after it. */
class RatiosTest {
    private static final Axis AXIS = new Axis(
            new IntRange(1, 50),
            pool -> Settings.of(Knob.POOL, pool),
            settings -> settings.count(Knob.POOL),
            pool -> 1);

    private static Ratios ratios(double... poolsAndRates) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < poolsAndRates.length; i += 2) {
            trials.add(TrialBuilder.trial(1 + i)
                    .at(Settings.of(Knob.POOL, (int) poolsAndRates[i]))
                    .rate(poolsAndRates[i + 1])
                    .periods(2, Collections.nCopies(8, poolsAndRates[i + 1]))
                    .build());
        }
        return new Ratios(trials, 0.03);
    }

    @ParameterizedTest
    @CsvSource({
        "8, 200, 10, 200, true",
        "8, 200, 16, 204, true",
        "12, 200, 16, 200, true",
        // It falls, so that a peak may lie before 8.
        "8, 206, 10, 200, false",
        // Too far off to tell what is between.
        "13, 200, 16, 200, false"
    })
    void a_curve_that_does_not_fall_above_has_no_peak_before(
            int next, double its, int after, double rate, boolean flat) {
        assertThat(ratios(6, 199, next, its, after, rate).flatAbove(AXIS, 6, 0.01))
                .isEqualTo(flat);
    }

    @Test
    void one_that_was_compared_above_does_not_tell_it() {
        assertThat(ratios(6, 199, 8, 200).flatAbove(AXIS, 6, 0.01)).isFalse();
        assertThat(ratios(6, 199, 4, 150).flatAbove(AXIS, 6, 0.01)).isFalse();
    }
}
