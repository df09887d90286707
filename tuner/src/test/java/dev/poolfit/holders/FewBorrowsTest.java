package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.report.Language;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A public service whose page query read 100,000 rows held ten connections for 12 s each: a dry pool, though few borrows. */
class FewBorrowsTest {
    private static final Times LONG = new Times(14_000, 14_000, 15_000, 16_000);

    private static String told(int waiting, long looks) {
        var query = new Stack(List.of("com.example.Groups.find:7"), HoldKind.DATABASE, true);
        var groups = new EndpointHolds(
                "GET /groups",
                10,
                10,
                10,
                0,
                0,
                LONG,
                LONG,
                290,
                1,
                280,
                0,
                0,
                Map.of(),
                List.of(new Use(query, 1)),
                looks,
                List.of());
        var report = new HoldReport(
                "main",
                10,
                30,
                List.of(groups),
                9.7,
                Collections.nCopies(30, new HoldReport.Moment(10, waiting)),
                List.of(),
                0,
                0,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
        return Language.EN.text(HoldVerdict.of(report, Surroundings.UNKNOWN).answer());
    }

    @Test
    void a_dry_pool_is_told_by_its_stacks() {
        assertThat(told(40, 300))
                .contains("of all connection time is the database in Groups.find:7")
                .contains("in GET /groups (300 stacks of 10 holds)");
    }

    @Test
    void without_waiting_threads_or_without_stacks_there_is_nothing_to_conclude() {
        assertThat(told(0, 300)).startsWith("Nothing to conclude: 10 connections were borrowed");
        assertThat(told(40, 49)).startsWith("Nothing to conclude: 10 connections were borrowed");
    }
}
