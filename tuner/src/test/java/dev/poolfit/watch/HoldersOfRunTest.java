package dev.poolfit.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.database.BlockedSession;
import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.StatementKey;
import dev.poolfit.database.StatementLoad;
import dev.poolfit.database.StatementPlan;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.holders.HoldKind;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.holders.Stack;
import dev.poolfit.holders.Surroundings;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.units.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run saw is read from its folder as it was told then, with what the database said. */
class HoldersOfRunTest {
    @TempDir
    private Path work = Path.of("");

    private static Diagnosis blocked() {
        var query = new Stack(List.of("com.example.Shop.sell:7"), HoldKind.DATABASE, true);
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
                Map.of(HoldKind.DATABASE, 1.0),
                List.of(new Use(query, 1)),
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
                List.of(new StatementLoad("UPDATE `stock` SET `left` = ?", 40, 1.5, 40, 0, 0, 0)),
                List.of(new BlockedSession("update stock", BlockedSession.IDLE, 2)),
                8,
                2,
                OptionalInt.of(3),
                Map.of("questions", 4_000.0),
                List.of(new StatementPlan(
                        StatementKey.of("select id from stock where code = ?"),
                        List.of(new StatementPlan.Scan("stock", 5_000, List.of("code"))),
                        true,
                        false)),
                List.of(Message.of("database.note.hidden", "watcher")));
        return new Diagnosis(
                report,
                HoldVerdict.of(report, new Surroundings(Map.of(), OptionalDouble.empty(), Optional.of(database))),
                Optional.of(database),
                List.of());
    }

    private RunFolder folder(Diagnosis seen) throws Exception {
        var folder = new RunFolder(work);
        HoldersOfRun.kept(seen).write(folder);
        Files.writeString(folder.experiment(), "name: shop\n");
        return folder;
    }

    @Test
    void a_verdict_on_row_locks_is_read_as_it_was_told() throws Exception {
        Diagnosis seen = blocked();

        Diagnosis read = HoldersOfRun.read(folder(seen));

        assertThat(seen.verdict().findings()).extracting(Finding::rule).contains("row-locks");
        assertThat(read).isEqualTo(seen);
    }

    @Test
    void what_the_database_told_that_is_damaged_is_refused() throws Exception {
        RunFolder folder = folder(blocked());
        Files.writeString(
                folder.holders(), Files.readString(folder.holders()).replace("\"seconds\":30.0", "\"seconds\":\"?\""));

        assertThatThrownBy(() -> HoldersOfRun.read(folder))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("holders.json");
    }
}
