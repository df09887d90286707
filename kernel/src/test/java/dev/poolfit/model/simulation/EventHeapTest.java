package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The heap gives back what a priority queue would, however full it is. */
class EventHeapTest {
    private record Entry(double time, int slot) {}

    @Test
    void the_earliest_comes_first_through_a_hundred_thousand_random_additions_and_removals() {
        var random = new Random(1);
        var heap = new EventHeap(300);
        var expected = new PriorityQueue<Entry>(Comparator.comparingDouble(Entry::time));
        for (int i = 0; i < 100_000; i++) {
            int wanted = i / 1_000 % 2 == 0 ? 300 : 3;
            if (expected.isEmpty() || expected.size() < 300 && random.nextInt(303) < wanted) {
                var entry = new Entry(random.nextDouble() * 100, i);
                heap.add(entry.time, entry.slot);
                expected.add(entry);
            } else {
                assertThat(heap.remove()).isEqualTo(expected.remove().slot);
            }
            assertThat(heap.earliest()).isEqualTo(expected.isEmpty() ? Double.POSITIVE_INFINITY : expected.peek().time);
        }
    }
}
