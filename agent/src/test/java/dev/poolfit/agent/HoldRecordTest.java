package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.wire.HoldColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The record of one second. */
class HoldRecordTest {
    private static final int ROOM = 32_768;

    private final HoldRecord record = new HoldRecord();

    @Test
    void many_threads_fill_it_each_row_is_whole_and_what_finds_no_room_is_counted() throws InterruptedException {
        int threads = 4;
        int each = 10_000;
        List<Thread> workers = new ArrayList<>();
        for (int worker = 0; worker < threads; worker++) {
            int first = worker * each;
            workers.add(new Thread(() -> {
                for (int i = first; i < first + each; i++) {
                    Hold hold = new Hold("a", Thread.currentThread(), i, 2L * i, null);
                    hold.watched = i % 2 == 0;
                    record.add(hold, 3L * i);
                }
            }));
        }
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }

        long[] rows = record.rows();

        assertThat(rows).hasSize(ROOM * HoldColumn.COUNT);
        assertThat(record.dropped()).isEqualTo(threads * each - ROOM);
        Set<Long> begins = new HashSet<>();
        for (int at = 0; at < rows.length; at += HoldColumn.COUNT) {
            long since = rows[at];
            assertThat(new long[] {
                        rows[at + HoldColumn.WAITED], rows[at + HoldColumn.HELD], rows[at + HoldColumn.WATCHED]
                    })
                    .containsExactly(2 * since, 3 * since, 1 - since % 2);
            begins.add(since);
        }
        assertThat(begins).as("none twice").hasSize(ROOM);
    }
}
