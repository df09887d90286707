package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.wire.RecordKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What an agent tells of queues becomes means over all its looks. */
class QueueSumsTest {
    private static final String WORKS = "shop.Reports.write:12\n[sleep outside]";
    private static final String WAITS = "shop.Reports.read:30\n[connection]";

    private final HoldStatistics statistics = new HoldStatistics();
    private long now;

    /** @param names that are new; the first answer has all of them */
    private void tell(List<String> names, long first, long[] queues, long[] stacks) {
        Map<String, Object> told = new HashMap<>();
        told.put(RecordKey.NOW, now);
        told.put(RecordKey.FIRST_NAME, first);
        told.put(RecordKey.NAMES, names.toArray(new String[0]));
        told.put(RecordKey.QUEUES, queues);
        told.put(RecordKey.QUEUE_STACKS, stacks);
        statistics.add(RecordedHolds.of(told));
        now += 1_000_000_000;
    }

    private List<QueueUse> uses() {
        return statistics.report("main", 10, OptionalInt.empty()).queues();
    }

    @Test
    void sums_are_means_over_the_looks_of_all_answers() {
        tell(List.of("(other)", "executor", "reports", WORKS, WAITS), 0, new long[0], new long[0]);
        tell(List.of(), 5, new long[] {1, 2, 4, 20, 10, 5, 5}, new long[] {2, 3, 4, 2, 4, 1});
        tell(List.of(), 5, new long[] {1, 2, 4, 10, 0, 0, 5}, new long[0]);

        assertThat(uses()).singleElement().satisfies(use -> {
            assertThat(use.kind()).isEqualTo(QueueUse.Kind.EXECUTOR);
            assertThat(use.name()).isEqualTo("reports");
            assertThat(use.size()).isEqualTo(4);
            assertThat(use.inUse()).isEqualTo(3);
            assertThat(use.waiting()).isEqualTo(1);
            assertThat(use.full()).isEqualTo(0.5);
            assertThat(use.doing().flatMap(Stack::top)).contains("shop.Reports.write:12");
            assertThat(use.forConnections()).isEqualTo(0.2);
            assertThat(use.limits()).isTrue();
        });
    }

    @Test
    void what_is_idle_or_of_another_version_is_left_out() {
        tell(List.of("(other)", "executor", "idle", "lattice", "new"), 0, new long[0], new long[0]);
        tell(List.of(), 5, new long[] {1, 2, 4, 0, 0, 0, 5, 3, 4, 1, 5, 5, 5, 5}, new long[0]);

        assertThat(uses()).isEmpty();
    }

    @Test
    void a_report_with_queues_is_read_back() {
        tell(List.of("(other)", "http-client", "http://prices:80", WORKS), 0, new long[0], new long[0]);
        tell(List.of(), 4, new long[] {1, 2, 5, 25, 10, 5, 5}, new long[] {2, 3, 5});
        HoldReport report = statistics.report("main", 10, OptionalInt.empty());

        assertThat(HoldReportCodec.read(HoldReportCodec.text(report)).queues()).isEqualTo(report.queues());
    }
}
