package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Percentiles and bins tell of every response that was timed. */
class ResponseTimesTest {
    private static ResponseTimes upTo(int millis) {
        var latency = new Histogram(3);
        for (int i = 1; i <= millis; i++) {
            latency.recordValue(1_000L * i);
        }
        return ResponseTimes.of("GET /", millis - 1, 1, latency);
    }

    @Test
    void percentiles_are_those_of_the_responses_within_a_thousandth() {
        ResponseTimes times = upTo(2_000);

        assertThat(times.percentilesMs())
                .zipSatisfy(
                        List.of(1_000.0, 1_800.0, 1_900.0, 1_980.0, 1_998.0),
                        (told, true_) -> assertThat(told).isCloseTo(true_, within(0.001 * true_)));
        assertThat(times.percentile(0.999)).isPresent();
        assertThat(upTo(999).percentile(0.999))
                .as("fewer than one response lies beyond")
                .isEmpty();
    }

    @Test
    void every_response_is_in_the_bin_of_its_time() {
        ResponseTimes times = upTo(2_000);

        assertThat(times.count()).isEqualTo(2_000);
        assertThat(times.beginMs(0)).isBetween(0.999, 1.001);
        int place = times.bins().size() - 1;
        assertThat(times.beginMs(place)).isLessThan(2_000);
        assertThat(times.beginMs(place + 1)).isGreaterThan(2_000);
        int first = (int) Math.ceil(times.beginMs(20));
        int next = (int) Math.ceil(times.beginMs(21));
        assertThat(times.bins().get(20)).isBetween(next - first - 1L, next - first + 1L);
    }

    @Test
    void where_nothing_ended_there_is_no_bin_and_no_percentile() {
        ResponseTimes none = ResponseTimes.of("", 0, 0, new Histogram(3));

        assertThat(none.bins()).isEmpty();
        assertThat(none.percentile(0.5)).isEmpty();
    }

    @Test
    void what_cannot_be_is_refused() {
        List<Double> rising = List.of(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThatThrownBy(() -> new ResponseTimes("", 1, 0, 1, List.of(2.0, 1.0, 3.0, 4.0, 5.0), 0, List.of(1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rising");
        assertThatThrownBy(() -> new ResponseTimes("", 1, 0, Double.NaN, rising, 0, List.of(1L)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ResponseTimes("", 1, 0, 1, rising, 0, List.of(-1L)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ResponseTimes("", 1, 0, 1, rising, 0, Collections.nCopies(1_000, 0L)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
