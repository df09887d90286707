package dev.poolfit.verdict.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.AdvancePrediction;
import dev.poolfit.testing.TrialBuilder;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AdvancePredictionsTest {
    private static final OptionalDouble NOTHING = OptionalDouble.empty();

    private static Trial alone(int number, int pool, OptionalDouble predicted, double rate, Flag... flags) {
        return TrialBuilder.trial(number)
                .at(Settings.of(Knob.POOL, pool))
                .expecting(predicted)
                .rate(rate, 0.03 * rate)
                .flags(flags)
                .build();
    }

    private static Trial under(int load, int number, int pool, double predicted, double rate) {
        return TrialBuilder.like(alone(number, pool, OptionalDouble.of(predicted), rate))
                .periods(load, Collections.nCopies(4, rate))
                .build();
    }

    @Test
    void what_was_expected_of_a_new_setting_is_set_beside_what_it_gave() {
        List<AdvancePrediction> predictions =
                AdvancePredictions.of(List.of(alone(1, 10, NOTHING, 100), alone(2, 20, OptionalDouble.of(190), 200)));

        assertThat(predictions).containsExactly(new AdvancePrediction(Settings.of(Knob.POOL, 20), 190, 200));
        assertThat(predictions.get(0).error()).isCloseTo(-0.05, within(1e-9));
    }

    @Test
    void a_setting_counts_when_it_is_tried_for_the_first_time() {
        assertThat(AdvancePredictions.of(List.of(
                        alone(1, 10, NOTHING, 100),
                        alone(2, 20, OptionalDouble.of(190), 200),
                        alone(3, 20, OptionalDouble.of(201), 200),
                        alone(4, 10, OptionalDouble.of(101), 100))))
                .hasSize(1);
    }

    /** The service became twice as fast: the known setting says so, and the new one is predicted at that speed. */
    @Test
    void under_one_load_a_known_setting_tells_the_speed() {
        List<AdvancePrediction> predictions = AdvancePredictions.of(
                List.of(alone(1, 10, NOTHING, 100), under(2, 2, 10, 100, 200), under(2, 3, 20, 180, 390)));

        assertThat(predictions).hasSize(1);
        assertThat(predictions.get(0).predicted()).isCloseTo(360, within(1e-6));
        assertThat(predictions.get(0).measured()).isEqualTo(390);
    }

    @Test
    void trials_that_do_not_count_and_trials_of_which_nothing_was_expected_tell_nothing() {
        assertThat(AdvancePredictions.of(List.of(
                        alone(1, 10, NOTHING, 100),
                        alone(2, 20, OptionalDouble.of(190), 120, Flag.OTHER_PROGRAMS),
                        alone(3, 30, NOTHING, 300))))
                .isEmpty();
    }
}
