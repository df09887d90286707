package dev.poolfit.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds owe to others at work is found in a recording, and left out where fewer are at work. */
class ContentionTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ZERO, Duration.ofHours(1));
    private static final int BORROWS = 20_000;

    private final int[] asked = new int[BORROWS];
    private final double[] work = new double[BORROWS];
    private final double[] since = new double[BORROWS];
    private final double[] ended = new double[BORROWS];

    /** Bursts of half and twice the rate, and work of 1 ms in the mean. */
    private void draw(double perMilli, long seed) {
        var random = new SplittableRandom(seed);
        double at = 0;
        for (int i = 0; i < BORROWS; i++) {
            double rate = perMilli * (i / 400 % 3 == 0 ? 2 : 0.5);
            at += -1000 / rate * Math.log(1 - random.nextDouble());
            asked[i] = (int) at;
            work[i] = -1000 * Math.log(1 - random.nextDouble());
        }
    }

    /** Serves the borrows by so many connections, in the plainest way: each at work advances by its share until the next event. */
    private BorrowSequence serve(int connections, double sigma) {
        List<Integer> atWork = new ArrayList<>();
        var waiting = new ArrayDeque<Integer>();
        double[] left = work.clone();
        double now = 0;
        int next = 0;
        while (next < BORROWS || !atWork.isEmpty()) {
            double slowdown = Math.max(1, 1 + sigma * (atWork.size() - 1));
            double soonest =
                    atWork.stream().mapToDouble(i -> left[i]).min().orElse(Double.POSITIVE_INFINITY) * slowdown;
            double arrival = next < BORROWS ? asked[next] - now : Double.POSITIVE_INFINITY;
            double step = Math.min(soonest, arrival);
            for (int i : atWork) {
                left[i] -= step / slowdown;
            }
            now += step;
            if (arrival < soonest) {
                waiting.add(next++);
            } else {
                int done = atWork.stream()
                        .min((a, b) -> Double.compare(left[a], left[b]))
                        .orElseThrow();
                ended[done] = now;
                atWork.remove((Integer) done);
            }
            while (atWork.size() < connections && !waiting.isEmpty()) {
                int first = waiting.remove();
                since[first] = now;
                atWork.add(first);
            }
        }
        var builder = new BorrowSequence.Builder();
        for (int i = 0; i < BORROWS; i++) {
            builder.add(asked[i], Math.round(since[i] - asked[i]), Math.round(ended[i] - since[i]), 0);
        }
        return builder.build(asked[BORROWS - 1] + 1L);
    }

    private double meanWaitMs() {
        double sum = 0;
        for (int i = 0; i < BORROWS; i++) {
            sum += since[i] - asked[i];
        }
        return sum / BORROWS / 1000;
    }

    @ParameterizedTest
    @CsvSource({"0.1, 1.5", "0.3, 1", "0.5, 0.7", "0.8, 0.4"})
    void it_is_found_in_what_ran_with_many_connections(double sigma, double perMilli) {
        draw(perMilli, 3);
        BorrowSequence ran = serve(1_000, sigma);

        Contention found = Contention.of(ran);

        assertThat(found.sigma()).isCloseTo(sigma, within(0.25 * sigma));
        BorrowSequence works = found.worksOf(ran);
        assertThat(works.offeredLoad() * works.length())
                .isCloseTo(
                        Arrays.stream(work).sum(),
                        within(0.1 * Arrays.stream(work).sum()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void where_there_is_none_hardly_any_is_found(long seed) {
        draw(2, seed);

        assertThat(Contention.of(serve(1_000, 0)).sigma()).isLessThan(0.02);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6, 10})
    void fewer_connections_wait_as_they_would_have_and_not_as_with_the_holds_that_were(int connections) {
        draw(0.9, 5);
        BorrowSequence ran = serve(1_000, 0.4);
        Contention found = Contention.of(ran);
        double foretold = new PoolReplay(found.worksOf(ran), found, GOAL)
                .waits(connections)
                .meanMs();
        double asHeld = new PoolReplay(ran, GOAL).waits(connections).meanMs();
        serve(connections, 0.4);
        double truth = meanWaitMs();

        assertThat(foretold).isCloseTo(truth, within(0.15 * truth + 0.02));
        assertThat(Math.abs(foretold - truth)).isLessThan(Math.abs(asHeld - truth) + 0.02);
    }

    @Test
    void with_the_true_amounts_of_work_the_replay_is_the_queue_itself() {
        draw(0.9, 7);
        serve(3, 0.4);
        double truth = meanWaitMs();
        var works = new BorrowSequence.Builder();
        for (int i = 0; i < BORROWS; i++) {
            works.add(asked[i], Math.round(work[i]));
        }

        double replayed = new PoolReplay(works.build(asked[BORROWS - 1] + 1L), new Contention(0.4), GOAL)
                .waits(3)
                .meanMs();

        assertThat(replayed).isCloseTo(truth, within(0.01 * truth));
    }

    /** Ten threads that hold long, one after another, beside short requests: who holds long finds many, and shares nothing. */
    @Test
    void long_and_short_holds_beside_each_other_are_no_contention() {
        for (int kinds : new int[] {1, 2}) {
            var random = new SplittableRandom(9);
            var builder = new BorrowSequence.Builder();
            for (int i = 0; i < 12_000; i++) {
                builder.add(random.nextInt(60_000_000), 0, 3_000 + random.nextInt(4_000), 0);
            }
            for (int thread = 0; thread < 10; thread++) {
                for (int at = 20_000_000; at < 40_000_000; at += 500_000) {
                    builder.add(at + random.nextInt(20_000), 0, 480_000, kinds - 1);
                }
            }

            assertThat(Contention.of(builder.build(60_000_000)).sigma()).isLessThan(0.02);
        }
    }

    @Test
    void what_is_shared_has_a_limit() {
        var builder = new BorrowSequence.Builder();
        for (int i = 0; i < 1_000; i++) {
            builder.add(i * 1_000L, 1_000);
        }

        assertThat(new Contention(0.5).utilization(builder.build(1_000_000), 1.5))
                .isCloseTo(0.75, within(1e-6));
        assertThat(Contention.NONE.utilization(builder.build(1_000_000), 100)).isZero();
    }

    @Test
    void its_range_is_told_with_the_value() {
        assertThatThrownBy(() -> new Contention(1.5)).hasMessageContaining("1.5");
        assertThatThrownBy(() -> new Contention(Double.NaN)).hasMessageContaining("NaN");
    }
}
