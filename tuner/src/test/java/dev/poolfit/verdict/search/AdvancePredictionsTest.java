package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.AdvancePrediction;
import dev.poolfit.plan.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdvancePredictionsTest {
    private static final OptionalDouble NOTHING = OptionalDouble.empty();

    private static Trial trial(
            int number, int pool, OptionalDouble predicted, double rate, Optional<Periods> periods, Flag... flags) {
        return new Trial(
                new Trial.Identity(number, Role.CONFIRM, Settings.of(Knob.POOL, pool), Instant.EPOCH, predicted),
                new Trial.Span(2, 10),
                new Trial.Responses(
                        new Interval(rate, 0.97 * rate, 1.03 * rate),
                        Math.round(10 * rate),
                        0,
                        100,
                        new Interval(100, 0, Double.POSITIVE_INFINITY),
                        Map.of()),
                new Trial.Readings(Map.of(), Map.of()),
                Set.of(flags),
                periods);
    }

    private static Trial alone(int number, int pool, OptionalDouble predicted, double rate, Flag... flags) {
        return trial(number, pool, predicted, rate, Optional.empty(), flags);
    }

    private static Trial under(int load, int number, int pool, double predicted, double rate) {
        var periods = Optional.of(new Periods(load, List.of(rate, rate, rate, rate)));
        return trial(number, pool, OptionalDouble.of(predicted), rate, periods);
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
