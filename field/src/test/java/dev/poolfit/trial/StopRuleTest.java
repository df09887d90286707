package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Stop;
import dev.poolfit.experiment.Stop.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A trial stops when a figure over the last seconds is above its limit, and not before there are so many seconds. */
class StopRuleTest {
    private static boolean holds(Figure figure, double limit, List<ClientSecond> client, Map<Metric, Double> probed) {
        var rule = new StopRule(new Stop(Map.of(figure, limit), Duration.ofSeconds(5)));
        return rule.holds(client, Trials.samples(client, probed));
    }

    @Test
    void p99_over_the_window_counts_what_clients_saw() {
        assertThat(holds(Figure.P99, 2_000, Trials.seconds(5, 10, 100, 0, 2_100), Map.of()))
                .isTrue();
        assertThat(holds(Figure.P99, 2_200, Trials.seconds(5, 10, 100, 0, 2_100), Map.of()))
                .isFalse();
        assertThat(holds(Figure.P99, 2_000, Trials.seconds(4, 10, 100, 0, 2_100), Map.of()))
                .isFalse();
    }

    @Test
    void only_the_last_seconds_count() {
        var client = new ArrayList<>(Trials.seconds(20, 10, 100, 0, 5_000));
        client.addAll(Trials.seconds(5, 10, 100, 0, 10));

        assertThat(holds(Figure.P99, 2_000, client, Map.of())).isFalse();
        assertThat(holds(Figure.P99, 2_000, client.subList(0, 24), Map.of())).isTrue();
    }

    @Test
    void errors_are_a_share_of_all_requests_of_the_window() {
        assertThat(holds(Figure.ERRORS, 0.05, Trials.seconds(5, 10, 94, 6, 10), Map.of()))
                .isTrue();
        assertThat(holds(Figure.ERRORS, 0.05, Trials.seconds(5, 10, 95, 5, 10), Map.of()))
                .isFalse();
        assertThat(holds(Figure.ERRORS, 0, Trials.seconds(5, 10, 0, 0, 10), Map.of()))
                .isFalse();
    }

    @Test
    void metrics_of_the_service_count_as_well_and_one_that_cannot_be_read_does_not() {
        List<ClientSecond> client = Trials.seconds(5, 10, 100, 0, 10);
        Map<Metric, Double> probed = Map.of(Metric.POOL_PENDING, 60.0, Metric.ACQUIRE, 900.0, Metric.TIMEOUTS, 2.0);

        assertThat(holds(Figure.PENDING, 50, client, probed)).isTrue();
        assertThat(holds(Figure.ACQUIRE, 1_000, client, probed)).isFalse();
        assertThat(holds(Figure.TIMEOUTS, 1, client, probed)).isTrue();
        assertThat(holds(Figure.TIMEOUTS, 1, client, Map.of())).isFalse();
    }
}
