package dev.poolfit.verdict.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.testing.TrialBuilder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A service that becomes faster: 10 connections give 900, 1,200 and 2,000/s in turn, three always 90 % of them. */
class CommonSpeedTest {
    private static Trial alone(int number, int pool, double rate) {
        return TrialBuilder.trial(number)
                .at(pool, 200)
                .rate(rate, 0.03 * rate)
                .responseMs(50_000 / rate)
                .undecidedP99Ms(100)
                .read(Metric.ACQUISITIONS, 2 * rate)
                .read(Metric.SERVICE_CPU, 1.9)
                .build();
    }

    private static Trial under(int load, int number, int pool, double rate) {
        return TrialBuilder.like(alone(number, pool, rate))
                .periods(load, Collections.nCopies(4, rate))
                .build();
    }

    private static List<Double> rates(List<Trial> trials) {
        return trials.stream().map(trial -> trial.throughput().mean()).toList();
    }

    @Test
    void all_trials_come_to_the_speed_of_one_load() {
        List<Trial> alike = CommonSpeed.of(
                List.of(
                        alone(1, 10, 900),
                        under(2, 2, 10, 1200),
                        under(2, 3, 3, 1080),
                        under(2, 4, 30, 1200),
                        under(5, 5, 10, 2000),
                        under(5, 6, 3, 1800)),
                5);

        List<Double> expected = List.of(2000.0, 2000.0, 1800.0, 2000.0, 2000.0, 1800.0);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(rates(alike).get(i)).isCloseTo(expected.get(i), within(0.02 * expected.get(i)));
        }
        assertThat(alike.get(0).mean(Metric.ACQUISITIONS).orElseThrow())
                .isCloseTo(2 * alike.get(0).throughput().mean(), within(1e-6));
        assertThat(alike.get(0).mean(Metric.SERVICE_CPU)).hasValue(1.9);
        assertThat(alike.get(0).meanMs())
                .isCloseTo(50_000 / alike.get(0).throughput().mean(), within(1e-6));
    }

    @Test
    void a_setting_that_was_tried_but_once_counts_if_the_speed_did_not_change_meanwhile() {
        Trial two = alone(2, 2, 450);

        List<Trial> faster =
                CommonSpeed.of(List.of(alone(1, 10, 900), two, under(3, 3, 10, 1800), under(3, 4, 3, 1620)), 3);
        List<Trial> steady =
                CommonSpeed.of(List.of(alone(1, 10, 900), two, under(3, 3, 10, 900), under(3, 4, 3, 810)), 3);

        assertThat(rates(faster)).hasSize(3);
        assertThat(rates(faster).get(0)).isCloseTo(1800, within(36.0));
        assertThat(rates(steady)).hasSize(4);
        assertThat(rates(steady).get(1)).isCloseTo(450, within(9.0));
    }

    @Test
    void equal_speeds_change_nothing_and_what_does_not_count_stays_as_it_is() {
        List<Trial> steady = List.of(
                alone(1, 10, 1000),
                under(2, 2, 10, 1000),
                under(2, 3, 3, 900),
                under(4, 4, 10, 400).with(Flag.CARRIED_OVER));

        List<Trial> alike = CommonSpeed.of(steady, 2);

        for (int i = 0; i < steady.size(); i++) {
            assertThat(rates(alike).get(i)).isCloseTo(rates(steady).get(i), within(1e-6));
        }
        assertThat(CommonSpeed.of(steady, 4)).isEqualTo(steady);
    }
}
