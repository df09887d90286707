package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Pool sizes that are compared within the service, in virtual time: the limiter gives what its limit gives. */
class LimitedSwitchbackTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final Settings SMALL = Settings.of(Knob.POOL, 4);
    private static final Settings LARGE = Settings.of(Knob.POOL, 8);
    private static final Switching SIX_BLOCKS = inThePool(6, 500, false);
    private static final Switching CHECKED = inThePool(8, 500, true);
    /** 200 holds a second for each connection, 8 at most. */
    private static final IntToDoubleFunction HOLDS = limit -> 200.0 * Math.min(8, limit);

    private final VirtualTime time = new VirtualTime();
    private final List<VirtualLimiter> limiters = new ArrayList<>();
    private final ObedientService service = new ObedientService(FOUND);

    private void takes(int workers, IntToDoubleFunction holds, int... readings) {
        takesRemembering(workers, holds, 1, readings);
    }

    private void takesRemembering(int workers, IntToDoubleFunction holds, int remembered, int... readings) {
        service.limitedBy(() -> {
            var limiter = new VirtualLimiter(time, workers, holds).remembering(remembered);
            limiters.add(limiter);
            // The first one only tells what can be limited.
            int number = limiters.size() - 2;
            return number >= 0 && number < readings.length ? limiter.lasting(readings[number]) : limiter;
        });
    }

    private static Switching inThePool(int blocks, long period, boolean checked) {
        return new Switching(
                blocks,
                Duration.ofMillis(period),
                Optional.of(new Switching.Slices(Duration.ofMillis(20), Duration.ofMillis(100))),
                7,
                checked);
    }

    private static ClientSecond second(int number) {
        return second(number, 600);
    }

    private static ClientSecond second(int number, int good) {
        var latency = new Histogram(3);
        latency.recordValueWithCount(15_000, good);
        return new ClientSecond(
                number, 10, good, Map.of("timeout", 3L), latency, good, 0, 0.1, 0, Collections.nCopies(10, good / 10));
    }

    private List<Measured> compared(Switching switching, Settings... settings) throws InterruptedException {
        return compared(new ScriptedEngine(time, LimitedSwitchbackTest::second), switching, settings);
    }

    private List<Measured> compared(ScriptedEngine engine, Switching switching, Settings... settings)
            throws InterruptedException {
        return compared(Experiments.SOUND, engine, switching, settings);
    }

    private List<Measured> compared(String file, ScriptedEngine engine, Switching switching, Settings... settings)
            throws InterruptedException {
        try (var runner = new TrialRunner(Experiments.read(file).experiment(), service, engine, sample -> {}, time)) {
            return runner.switching(TrialPlan.switching(Role.CONFIRM, List.of(settings), switching), 3);
        }
    }

    private static double ratio(List<Measured> measured) {
        return measured.get(0).trial().throughput().mean()
                / measured.get(1).trial().throughput().mean();
    }

    @Test
    void the_pool_has_the_largest_size_all_the_time_and_each_setting_its_own_rate() throws InterruptedException {
        takes(-1, HOLDS);
        List<Measured> measured = compared(SIX_BLOCKS, SMALL, LARGE);

        // It has ten as it is: nothing is closed.
        assertThat(service.applied()).containsOnly(Settings.of(Knob.POOL, 10));
        MeasuredTrial small = measured.get(0).trial();
        MeasuredTrial large = measured.get(1).trial();
        assertThat(small.number()).isEqualTo(3);
        assertThat(large.number()).isEqualTo(4);
        assertThat(small.settings().pool()).hasValue(4);
        assertThat(large.settings().pool()).hasValue(8);
        assertThat(ratio(measured)).isCloseTo(0.5, within(1e-9));
        assertThat(small.periods().map(Periods::rates))
                .hasValueSatisfying(rates -> assertThat(rates).hasSize(6));
        assertThat(small.noted()).isEmpty();
        assertThat(small.p99Ms().high()).isInfinite();
        // Who waits in vain waits in the slices of all settings.
        assertThat(small.responses().failed()).isZero();
        assertThat(limiters).hasSize(2).allMatch(VirtualLimiter::closed);
        assertThat(limiters.get(1).scheduled()).hasSize(2 * 6 * 5).containsOnly(4, 8);
    }

    /** Six seconds of slices, of 800 and 1,600 holds a second; with all connections in circulation there are ten times as many responses. */
    @Test
    void responses_before_the_first_slice_and_after_the_last_belong_to_no_setting() throws InterruptedException {
        takes(-1, HOLDS);
        var engine = new ScriptedEngine(time, number -> second(number, number >= 1 && number < 6 ? 600 : 6000));
        List<Measured> measured = compared(engine, SIX_BLOCKS, SMALL, LARGE);

        assertThat(measured.get(0).trial().throughput().mean()).isCloseTo(400, within(1e-6));
        assertThat(measured.get(1).trial().throughput().mean()).isCloseTo(800, within(1e-6));
    }

    @Test
    void waits_and_holds_of_a_setting_are_what_the_service_counted() throws InterruptedException {
        takes(-1, HOLDS);
        MeasuredTrial small = compared(SIX_BLOCKS, SMALL, LARGE).get(0).trial();

        assertThat(small.readings().means())
                .containsEntry(Metric.POOL_TOTAL, 4.0)
                .hasEntrySatisfying(Metric.USAGE, held -> assertThat(held).isCloseTo(4, within(1e-9)))
                .hasEntrySatisfying(Metric.ACQUIRE, waited -> assertThat(waited).isCloseTo(2, within(1e-9)))
                .hasEntrySatisfying(Metric.POOL_ACTIVE, used -> assertThat(used).isCloseTo(3.2, within(1e-9)));
    }

    @Test
    void a_setting_with_two_places_has_the_mean_of_both() throws InterruptedException {
        takes(-1, HOLDS);
        List<Measured> measured = compared(inThePool(6, 500, true), SMALL, LARGE);

        assertThat(measured).hasSize(2);
        assertThat(ratio(measured)).isCloseTo(0.5, within(1e-9));
        assertThat(limiters.get(1).scheduled()).hasSize(3 * 6 * 5);
    }

    /** Slices of 0.1 s of two settings: rounds of 0.2 s, of which every other one is on a machine that gives a tenth less. */
    @Test
    void a_setting_that_differs_from_itself_by_rounds_is_told() throws InterruptedException {
        var even = new Switching(
                6,
                Duration.ofMillis(600),
                Optional.of(new Switching.Slices(Duration.ofMillis(20), Duration.ofMillis(100))),
                7,
                false);
        takes(-1, HOLDS);
        assertThat(compared(even, SMALL, LARGE))
                .allSatisfy(each -> assertThat(each.trial().noted()).isEmpty());

        limiters.clear();
        service.limitedBy(() -> {
            var limiter = new VirtualLimiter(time, -1, HOLDS).slowerInEveryOtherRound(2);
            limiters.add(limiter);
            return limiter;
        });
        assertThat(compared(even, SMALL, LARGE))
                .allSatisfy(each -> assertThat(each.trial().noted()).contains(Flag.EQUAL_ARMS_DIFFER));
    }

    @Test
    void blocks_that_a_limiter_did_not_last_for_are_made_up_by_the_next() throws InterruptedException {
        // Four readings before the first slice, then 1.4 s of 6.
        takes(-1, HOLDS, 11);
        List<Measured> measured = compared(SIX_BLOCKS, SMALL, LARGE);

        assertThat(measured.get(0).trial().periods().map(Periods::rates))
                .hasValueSatisfying(rates -> assertThat(rates)
                        .hasSize(6)
                        .allSatisfy(rate -> assertThat(rate).isCloseTo(rates.get(0), within(1e-6))));
        assertThat(limiters).hasSize(3);
        assertThat(limiters.get(2).scheduled()).hasSizeLessThan(2 * 6 * 5);
    }

    @Test
    void a_service_that_keeps_no_limiter_is_resized() throws InterruptedException {
        takes(
                -1,
                HOLDS,
                Collections.nCopies(30, 1).stream().mapToInt(each -> each).toArray());
        List<Measured> measured = compared(SIX_BLOCKS, SMALL, LARGE);

        assertThat(measured).hasSize(2);
        assertThat(service.applied()).contains(SMALL, LARGE);
        assertThat(service.applied().stream().filter(SMALL::equals)).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void settings_have_their_real_size_where_the_plan_wants_it() throws InterruptedException {
        takes(-1, HOLDS);
        compared(new Switching(6, Duration.ofSeconds(2), 7, false), SMALL, LARGE);

        assertThat(limiters).isEmpty();
        assertThat(service.applied()).contains(SMALL, LARGE);
    }

    @Test
    void threads_are_limited_with_the_pool_where_they_can_be() throws InterruptedException {
        Settings few = SMALL.with(Knob.THREADS, 20);
        Settings many = LARGE.with(Knob.THREADS, 40);
        takes(200, HOLDS);
        assertThat(ratio(compared(SIX_BLOCKS, few, many))).isCloseTo(0.5, within(1e-9));
        assertThat(service.applied()).containsOnly(FOUND);

        service.applied().clear();
        service.apply(FOUND);
        takes(-1, HOLDS);
        compared(SIX_BLOCKS, few, many);
        assertThat(service.applied()).contains(few, many);
    }

    @Test
    void half_of_the_blocks_of_the_first_comparison_have_long_slices() throws InterruptedException {
        takes(-1, HOLDS);
        List<Measured> measured = compared(CHECKED, SMALL, LARGE);

        List<Integer> limits = limiters.get(1).scheduled();
        assertThat(limits.subList(15, 20)).containsOnly(limits.get(15));
        assertThat(limits.subList(20, 25)).containsOnly(limits.get(20));
        assertThat(limits.subList(0, 5)).contains(4, 8);
        assertThat(measured.get(0).trial().noted()).isEmpty();
        assertThat(ratio(measured)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void what_a_setting_leaves_for_a_third_of_a_second_is_told_by_the_lengths_of_slices() throws InterruptedException {
        takesRemembering(-1, HOLDS, 60);
        List<Measured> measured = compared(CHECKED, SMALL, LARGE);

        assertThat(measured).allSatisfy(each -> assertThat(each.trial().noted()).contains(Flag.CARRIED_OVER));
    }

    @Test
    void what_takes_long_to_settle_has_long_slices() throws InterruptedException {
        takesRemembering(-1, HOLDS, 60);
        var settling = Optional.of(new Switching.Slices(Duration.ofMillis(500), Duration.ofMillis(1500)));
        List<Measured> measured = compared(new Switching(6, Duration.ofMillis(1500), settling, 7, false), SMALL, LARGE);

        assertThat(limiters.get(1).scheduled()).hasSize(2 * 6);
        assertThat(ratio(measured)).isCloseTo(0.5, within(0.02));
    }

    private void asked(int asks) {
        limiters.clear();
        service.limitedBy(() -> {
            var limiter = new VirtualLimiter(time, -1, HOLDS).asked(limit -> asks);
            limiters.add(limiter);
            return limiter;
        });
    }

    @Test
    void a_crowd_that_grows_at_one_setting_and_is_served_at_another_is_told() throws InterruptedException {
        asked(1200);
        assertThat(compared(SIX_BLOCKS, SMALL, LARGE))
                .allSatisfy(each -> assertThat(each.trial().noted()).contains(Flag.CARRIED_OVER));
    }

    /** Where users pause, their first round after a switch is left out, and they come unevenly in the second. */
    @Test
    void a_crowd_that_the_next_setting_serves_before_it_is_counted_harms_nothing() throws InterruptedException {
        asked(1600);
        assertThat(compared(SIX_BLOCKS, SMALL, LARGE))
                .allSatisfy(each -> assertThat(each.trial().noted()).contains(Flag.CARRIED_OVER));

        assertThat(pausing())
                .allSatisfy(each -> assertThat(each.trial().noted()).isEmpty());
        asked(1200);
        assertThat(pausing())
                .allSatisfy(each -> assertThat(each.trial().noted()).contains(Flag.CARRIED_OVER));
    }

    private List<Measured> pausing() throws InterruptedException {
        var halves = Optional.of(new Switching.Slices(Duration.ofMillis(250), Duration.ofMillis(500)));
        return compared(
                Experiments.SOUND.replace("users: 10", "users: 10\n  think: 230ms"),
                new ScriptedEngine(time, LimitedSwitchbackTest::second),
                new Switching(6, Duration.ofMillis(500), halves, 7, false),
                SMALL,
                LARGE);
    }
}
