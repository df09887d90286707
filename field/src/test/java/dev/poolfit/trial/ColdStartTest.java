package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A service is warm when its compiler is, or when its CPU time a request no longer falls; noise and collections aside. */
class ColdStartTest {
    private static final int RUNS = 80;
    private static final int NEVER = 240;
    private static final IntToDoubleFunction UNREAD = second -> Double.NaN;

    /** A fall from {@code start} to {@code end}, by 1/e of what is left in so many seconds. */
    private static IntToDoubleFunction falling(double start, double end, double seconds) {
        return second -> end + (start - end) * Math.exp(-second / seconds);
    }

    /**
     * A load of 100 requests a second.
     *
     * @param jit milliseconds of compilation a second; each second draws from an exponential distribution of that mean, for
     *     compilations are counted when they end
     * @param cpu milliseconds of CPU a request, with 5 % of noise
     */
    private static List<Sample> load(long seed, IntToDoubleFunction jit, IntToDoubleFunction cpu) {
        var random = new Random(seed);
        var samples = new ArrayList<Sample>();
        for (int second = 0; second < NEVER; second++) {
            var values = new EnumMap<Metric, Double>(Metric.class);
            values.put(Metric.THROUGHPUT, 100.0);
            double compiled = jit.applyAsDouble(second) * -Math.log(1 - random.nextDouble());
            double used = cpu.applyAsDouble(second) / 10 * (1 + 0.05 * random.nextGaussian());
            if (!Double.isNaN(compiled)) {
                values.put(Metric.JIT_TIME, compiled);
            }
            if (!Double.isNaN(used)) {
                values.put(Metric.SERVICE_CPU, used);
            }
            samples.add(new Sample(second, values));
        }
        return samples;
    }

    private static int warmAfter(List<Sample> load) {
        return IntStream.range(1, NEVER)
                .filter(seconds -> ColdStart.waitsFor(load.subList(0, seconds)).isEmpty())
                .findFirst()
                .orElse(NEVER);
    }

    /** The 5 %, 50 % and 95 % quantiles of the second after which the service counts as warm. */
    private static int[] warmAfter(IntToDoubleFunction jit, IntToDoubleFunction cpu) {
        int[] sorted = IntStream.range(0, RUNS)
                .map(seed -> warmAfter(load(seed, jit, cpu)))
                .sorted()
                .toArray();
        return new int[] {sorted[RUNS / 20], sorted[RUNS / 2], sorted[RUNS - 1 - RUNS / 20]};
    }

    @Test
    void a_jvm_that_compiles_nothing_waits_hardly_longer_than_eight_seconds() {
        assertThat(warmAfter(second -> 0, second -> 4)).satisfies(seconds -> {
            assertThat(seconds[1]).isEqualTo(8);
            assertThat(seconds[2]).isLessThanOrEqualTo(20);
        });
    }

    @Test
    void a_warm_jvm_that_still_compiles_a_little_waits_twenty_seconds() {
        assertThat(warmAfter(second -> 25, second -> 4)).satisfies(seconds -> {
            assertThat(seconds[1]).isEqualTo(20);
            assertThat(seconds[2]).isLessThanOrEqualTo(25);
        });
    }

    @Test
    void a_cold_jvm_is_waited_for_until_little_is_left_to_compile() {
        // 1.2 cores of compilation, and CPU time a request that is three times that of a warm service.
        for (double fall : new double[] {15, 25, 40}) {
            double jitIsFivePercent = fall * Math.log(1_200 / 50.0);
            assertThat(warmAfter(falling(1_200, 0, fall), falling(12, 4, fall))).satisfies(seconds -> {
                assertThat((double) seconds[0]).isGreaterThan(0.8 * jitIsFivePercent);
                assertThat((double) seconds[2]).isLessThan(jitIsFivePercent + 60);
                // What is left of the fall then changes the rate by little.
                assertThat(falling(12, 4, fall).applyAsDouble(seconds[0])).isLessThan(4.6);
            });
        }
    }

    @Test
    void a_compiler_with_a_queue_is_busy_and_level_and_not_done() {
        IntToDoubleFunction queue = second -> second < 90 ? 800 : 20;

        assertThat(warmAfter(queue, second -> 4)[0]).isGreaterThanOrEqualTo(90);
        assertThat(warmAfter(queue, second -> 4)[2]).isLessThanOrEqualTo(150);
    }

    @Test
    void compilation_that_stays_at_its_level_is_how_the_service_is() {
        assertThat(warmAfter(second -> 90, second -> 4)).satisfies(seconds -> {
            assertThat(seconds[1]).isBetween(40, 55);
            assertThat(seconds[2]).isLessThanOrEqualTo(60);
        });
    }

    @Test
    void without_compile_time_the_fall_of_cpu_time_a_request_is_waited_for() {
        assertThat(warmAfter(UNREAD, second -> 4)[2]).isLessThanOrEqualTo(25);
        assertThat(warmAfter(UNREAD, falling(12, 4, 20))[0]).isGreaterThanOrEqualTo(40);
        assertThat(warmAfter(UNREAD, falling(12, 4, 40))[0]).isGreaterThanOrEqualTo(75);
    }

    @Test
    void without_cpu_time_the_compiler_is_waited_for() {
        assertThat(warmAfter(falling(1_200, 0, 25), UNREAD)[0]).isGreaterThanOrEqualTo(60);
        assertThat(warmAfter(second -> 0, UNREAD)[2]).isEqualTo(8);
    }

    @Test
    void garbage_collections_that_make_single_seconds_dear_neither_prolong_nor_shorten() {
        IntToDoubleFunction dear = second -> second % 11 == 3 ? 12 : 4;
        assertThat(warmAfter(second -> 25, dear)[2]).isLessThanOrEqualTo(25);

        IntToDoubleFunction falls = falling(12, 4, 25);
        assertThat(warmAfter(falling(1_200, 0, 25), second -> falls.applyAsDouble(second) * (second % 11 == 3 ? 2 : 1))[
                        0])
                .isGreaterThanOrEqualTo(60);
    }

    @Test
    void what_is_never_warm_says_until_the_end_what_it_waits_for() {
        assertThat(warmAfter(second -> 700, second -> 8)[0]).isEqualTo(NEVER);

        Optional<Message> waits = ColdStart.waitsFor(load(1, second -> 700, second -> 8));
        assertThat(waits.map(Message::key)).contains("phase.warming-up-jit");
        assertThat(ColdStart.waitsFor(load(1, second -> 0, falling(30, 1, 300))).map(Message::key))
                .contains("phase.warming-up-cpu");
    }

    @Test
    void where_nothing_is_read_a_few_seconds_serve() {
        assertThat(warmAfter(UNREAD, UNREAD)).containsOnly(8);
    }
}
