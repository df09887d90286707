package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Switching;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.reason.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pool 6 beside pool 30 in periods of half a second and of two. */
class SliceLengthsTest {
    private static final double SHORT = 0.5;
    private static final double LONG = 2;
    private static final Settings SIX = Settings.ofPoolAndThreads(6, 200);
    private static final Settings THIRTY = Settings.ofPoolAndThreads(30, 200);

    private final List<Trial> trials = new ArrayList<>();
    private final Random random = new Random(7);
    private double best = 100;

    /** @param noise of a rate, on the log scale */
    private void compared(double period, int blocks, double small, double noise, Flag... flags) {
        compared(20, period, blocks, small, noise, flags);
    }

    private void compared(double responseMs, double period, int blocks, double small, double noise, Flag... flags) {
        int load = trials.size() + 1;
        for (Settings settings : List.of(SIX, THIRTY)) {
            double rate = settings.equals(SIX) ? small / 100 * best : best;
            trials.add(TrialBuilder.trial(trials.size() + 1)
                    .at(settings)
                    .lasting(0.3 * period * blocks, 0.7 * period * blocks)
                    .rate(rate)
                    .responseMs(responseMs)
                    .flags(flags)
                    .periods(
                            load,
                            IntStream.range(0, blocks)
                                    .mapToObj(block -> rate * Math.exp(noise * random.nextGaussian()))
                                    .toList())
                    .build());
        }
    }

    private SliceLengths lengths() {
        return new SliceLengths(trials);
    }

    @Test
    void another_ratio_in_long_slices_is_told() {
        compared(SHORT, 12, 92.8, 0.01);
        compared(LONG, 8, 99, 0.01);

        Condition.ShortSlices differ = lengths().differ().orElseThrow();
        assertThat(differ.smaller()).isEqualTo(SIX);
        assertThat(differ.larger()).isEqualTo(THIRTY);
        assertThat(differ.inShort().mean()).isBetween(0.92, 0.94);
        assertThat(differ.inLong().mean()).isBetween(0.97, 1.01);
    }

    @Test
    void a_difference_within_noise_or_below_two_in_a_hundred_is_none() {
        compared(SHORT, 12, 92.8, 0.2);
        compared(LONG, 8, 99, 0.2);
        assertThat(lengths().differ()).isEmpty();

        trials.clear();
        compared(SHORT, 12, 97.5, 0.0001);
        compared(LONG, 8, 99, 0.0001);
        assertThat(lengths().differ()).isEmpty();
    }

    @Test
    void what_does_not_count_tells_no_difference() {
        compared(SHORT, 12, 80, 0.01, Flag.COLD);
        compared(LONG, 8, 99, 0.01);
        assertThat(lengths().differ()).isEmpty();
    }

    @Test
    void long_slices_are_due_until_they_had_a_third_of_the_time() {
        assertThat(lengths().longAreDue()).as("nothing was compared").isFalse();
        compared(SHORT, 12, 92.8, 0.01);
        assertThat(lengths().longAreDue()).isTrue();
        compared(LONG, 4, 92.8, 0.01);
        assertThat(lengths().longAreDue()).isFalse();
        compared(SHORT, 24, 92.8, 0.01);
        assertThat(lengths().longAreDue()).as("they tell nothing else").isFalse();

        trials.clear();
        compared(SHORT, 36, 92.8, 0.01);
        compared(LONG, 4, 99, 0.01);
        assertThat(lengths().longAreDue()).as("they tell more").isTrue();

        trials.clear();
        compared(LONG, 4, 92.8, 0.01);
        assertThat(lengths().longAreDue()).as("slices are long anyway").isFalse();
    }

    @Test
    void the_smallest_that_gives_about_as_much_is_held_against_the_largest() {
        compared(SHORT, 12, 92.8, 0.01);
        assertThat(lengths().farthestApart(THIRTY, any -> true)).contains(List.of(SIX, THIRTY));
        assertThat(lengths().farthestApart(SIX, any -> true)).contains(List.of(SIX, THIRTY));
        assertThat(lengths().farthestApart(SIX, any -> false))
                .as("no other may be compared")
                .isEmpty();

        trials.clear();
        compared(SHORT, 12, 60, 0.01);
        assertThat(lengths().farthestApart(THIRTY, any -> true)).isEmpty();
    }

    @Test
    void long_slices_are_those_of_two_seconds() {
        compared(SHORT, 12, 92.8, 0.01);
        Switchability usual = switchability(new JudgedTrials(trials));
        assertThat(slice(usual)).isLessThan(Duration.ofMillis(500));
        assertThat(slice(usual.longer().orElseThrow())).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    /** Slices go by the holds, so that they are short beside long responses, too. */
    @Test
    void short_slices_are_held_against_long_ones_however_long_responses_are() {
        best = 5000;
        compared(1000, SHORT, 12, 92.8, 0.01);
        Switchability usual = switchability(new JudgedTrials(trials));
        assertThat(slice(usual)).isLessThan(Duration.ofMillis(999));
        assertThat(slice(usual.longer().orElseThrow())).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void long_slices_follow_once_what_short_ones_may_leave_out_is_more_than_their_noise() {
        List<Settings> both = List.of(SIX, THIRTY);
        compared(SHORT, 8, 92.8, 0.2);
        assertThat(lengths().longTellMore(both)).as("little is known of either").isFalse();

        trials.clear();
        compared(SHORT, 40, 92.8, 0.01);
        assertThat(lengths().longTellMore(both)).isTrue();
        assertThat(lengths().longTellMore(List.of(Settings.ofPoolAndThreads(25, 200), THIRTY)))
                .as("near to each other")
                .isFalse();
        assertThat(slice(switchability(new JudgedTrials(trials)).longerFor(both)))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void slices_become_short_again_where_long_ones_have_far_more_noise() {
        List<Settings> both = List.of(SIX, THIRTY);
        compared(SHORT, 12, 99, 0.04);
        assertThat(lengths().longTellMore(both)).isTrue();
        compared(LONG, 12, 99, 0.4);
        assertThat(lengths().longTellMore(both)).isFalse();
    }

    @Test
    void slices_stay_short_where_long_ones_tell_nothing_else() {
        compared(SHORT, 200, 99, 0.01);
        compared(LONG, 12, 92, 0.01);
        assertThat(lengths().longTellMore(List.of(SIX, THIRTY)))
                .as("surely below 0")
                .isFalse();

        trials.clear();
        compared(SHORT, 200, 92, 0.01);
        compared(LONG, 12, 99, 0.01);
        assertThat(lengths().longTellMore(List.of(SIX, THIRTY)))
                .as("they differ")
                .isTrue();
    }

    /** As 1/f noise has it: two seconds at once have twice the noise of half a second in slices. */
    @Test
    void long_slices_count_by_their_own_noise() {
        compared(SHORT, 40, 100, 0.01);
        compared(LONG, 40, 100, 0.04);
        var noise = new LoadNoise(trials);
        assertThat(noise.of(trials.get(2)) / noise.of(trials.get(0))).isBetween(8.0, 24.0);
    }

    private static Switchability switchability(JudgedTrials judged) {
        return new Switchability(judged, Duration.ZERO, SwitchingMethod.WITHIN_POOL);
    }

    private static Duration slice(Switchability switchability) {
        List<Settings> settings = List.of(SIX, THIRTY);
        Switching switching =
                switchability.switching(settings, 8, switchability.period(settings, Duration.ofSeconds(1)), 7, false);
        return switching.slice();
    }
}
