package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.database.BlockedSession;
import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.report.Language;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Where connections wait for a row lock, it is told what the others are held for, and how much of their time that is. */
class RowLocksTest {
    private static Use use(HoldKind kind, double share) {
        return new Use(new Stack(List.of("com.example.Shop." + kind.name() + ":7"), kind, true), share);
    }

    private static Finding blocked(Use... uses) {
        var times = new Times(400, 300, 900, 1_000);
        var sell = new EndpointHolds(
                "POST /sell",
                1_000,
                0,
                1_000,
                0,
                0,
                times,
                times,
                250,
                1,
                250,
                0,
                0,
                Map.of(HoldKind.DATABASE, 0.7),
                List.of(uses),
                2_000,
                List.of());
        var report = new HoldReport(
                "main",
                10,
                30,
                List.of(sell),
                9,
                Collections.nCopies(30, new HoldReport.Moment(10, 20)),
                List.of(),
                0,
                0,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
        var database = new DatabaseReport(
                "MariaDB",
                30,
                List.of(),
                List.of(new BlockedSession("update stock", BlockedSession.IDLE, 2)),
                6,
                2,
                OptionalInt.empty(),
                Map.of(),
                List.of(),
                List.of());
        return HoldVerdict.of(report, new Surroundings(Map.of(), OptionalDouble.empty(), Optional.of(database)))
                .findings()
                .stream()
                .filter(each -> each.is(HoldRule.ROW_LOCKS))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void most_of_the_time_is_called_so() {
        Finding told = blocked(use(HoldKind.DATABASE, 0.7), use(HoldKind.SLEEP, 0.2), use(HoldKind.REMOTE, 0.1));

        assertThat(Language.EN.text(told.advice()))
                .contains("are mostly held for a sleep in Shop.SLEEP:7 (50 ms of each hold, in POST /sell)");
        assertThat(Language.KO.text(told.advice())).contains("대부분 다음 작업에 쓰입니다");
    }

    @Test
    void less_than_half_is_told_by_its_share() {
        Finding told = blocked(
                use(HoldKind.DATABASE, 0.7),
                use(HoldKind.SLEEP, 0.12),
                use(HoldKind.REMOTE, 0.1),
                use(HoldKind.CODE, 0.08));

        assertThat(Language.EN.text(told.advice()))
                .contains(
                        "are held for a sleep in Shop.SLEEP:7 in 40 % of that time (30 ms of each hold, in POST /sell)")
                .doesNotContain("mostly");
        assertThat(Language.KO.text(told.advice()))
                .contains("다음 작업에 쓰이는 비율은 40")
                .doesNotContain("대부분");
    }
}
