package dev.poolfit.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is packed is what was added, in its order. */
class PackedBorrowsTest {
    private static final int LENGTH = 60_000_000;

    private record Added(int asked, int waited, int held, int kind) {}

    private static List<Added> unpacked(PackedBorrows packed) {
        BorrowSequence all = packed.sequence(LENGTH);
        assertThat(all.length()).isEqualTo(LENGTH);
        return IntStream.range(0, all.size())
                .mapToObj(i -> new Added(all.asked(i), all.since(i) - all.asked(i), all.held(i), all.kind(i)))
                .toList();
    }

    private static List<Added> some(int count) {
        var random = new Random(1);
        var all = new ArrayList<Added>();
        all.add(new Added(0, 0, 0, 0));
        all.add(new Added(0, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE));
        all.add(new Added(Integer.MAX_VALUE, 0, 127, 128));
        all.add(new Added(0, 0, 16_383, 16_384));
        for (int i = 0; i < count; i++) {
            all.add(new Added(
                    random.nextInt(LENGTH),
                    random.nextBoolean() ? 0 : random.nextInt(100_000),
                    random.nextInt(1 << random.nextInt(31)),
                    random.nextInt(20)));
        }
        return all;
    }

    private static PackedBorrows packed(List<Added> all) {
        var packed = new PackedBorrows();
        all.forEach(each -> packed.add(each.asked(), each.waited(), each.held(), each.kind()));
        return packed;
    }

    @Test
    void borrows_come_back_as_they_were_in_the_order_of_adding_the_longest_and_the_latest_too() {
        List<Added> all = some(10_000);
        PackedBorrows packed = packed(all);
        assertThat(packed.size()).isEqualTo(all.size());
        assertThat(unpacked(packed)).isEqualTo(all);
    }

    @Test
    void those_of_others_come_after_ones_own() {
        List<Added> all = some(100);
        PackedBorrows packed = packed(all);
        packed.addAll(packed(all.subList(2, 50)));
        var both = new ArrayList<>(all);
        both.addAll(all.subList(2, 50));
        assertThat(unpacked(packed)).isEqualTo(both);
    }

    @Test
    void a_sequence_that_is_kept_is_the_same_and_takes_further_borrows() {
        BorrowSequence ran = new BorrowSequence.Builder()
                .add(30, 5, 7, 1)
                .add(10, 0, 9, 2)
                .add(20, 8)
                .build(LENGTH);
        PackedBorrows kept = PackedBorrows.of(ran);
        kept.add(40, 1, 2, 3);
        assertThat(unpacked(kept))
                .containsExactly(
                        new Added(10, 0, 9, 2), new Added(20, 0, 8, 0), new Added(30, 5, 7, 1), new Added(40, 1, 2, 3));
    }
}
