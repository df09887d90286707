package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.compare.ComparedRun;
import dev.poolfit.compare.ComparisonView;
import dev.poolfit.compare.RunComparison;
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
import dev.poolfit.holders.LongHold;
import dev.poolfit.holders.SentStatement;
import dev.poolfit.holders.Stack;
import dev.poolfit.holders.Surroundings;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.report.ResultJson;
import dev.poolfit.report.Run;
import dev.poolfit.report.SampleRuns;
import dev.poolfit.report.SettingsPatch;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.report.TrialCsv;
import dev.poolfit.report.VerdictText;
import dev.poolfit.report.holders.HoldersJson;
import dev.poolfit.report.holders.HoldersPage;
import dev.poolfit.report.holders.HoldersText;
import dev.poolfit.units.Message;
import dev.poolfit.units.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** No text that a service, a database, a tool or a file gives reaches a terminal or a page with what would steer it. */
class HostileTextTest {
    private static final String HOSTILE =
            "\u001b]0;x\u0007\u001b[31m\u009b2J\u007f\u0085\u2028\u2029\u202e\u200f\u2066\u061c\b";
    /** Components of records that only the program itself fills, and looks words up by. */
    private static final Set<String> OWN = Set.of("key", "rule", "version");

    private static final Stack STACK = new Stack(List.of("com.example.Shop.items:42"), HoldKind.SLEEP, true);

    @TempDir
    private Path folder = Path.of("");

    private static Diagnosis diagnosis() {
        var endpoint = new EndpointHolds(
                "GET /items",
                2_000,
                2_000,
                1_000,
                120,
                7,
                new Times(1, 1, 3, 4),
                new Times(45, 44, 80, 90),
                90,
                0.5,
                20,
                0,
                0,
                Map.of(HoldKind.SLEEP, 1.0),
                List.of(new Use(STACK, 1)),
                10_000,
                List.of(new SentStatement("select ?", 2_000, 13_500, 10, 20, Optional.of(STACK))));
        var report = new HoldReport(
                "main",
                9,
                30,
                List.of(endpoint),
                6,
                List.of(new HoldReport.Moment(9, 3), new HoldReport.Moment(9, 3)),
                List.of(
                        new LongHold("GET /items", 11, LongHold.State.LEFT, Optional.of(STACK), Optional.of(STACK)),
                        new LongHold("GET /feed", 12, LongHold.State.WORKING, Optional.of(STACK), Optional.of(STACK))),
                0,
                0.01,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
        var database = new DatabaseReport(
                "MariaDB",
                30,
                List.of(new StatementLoad("select ?", 9, 9, 9_000, 9, 0, 0)),
                List.of(new BlockedSession("update ?", "delete ?", 9), new BlockedSession("update ?", "delete ?", 9)),
                2,
                20,
                OptionalInt.of(1),
                Map.of(),
                List.of(new StatementPlan(
                        StatementKey.of("select ?"),
                        List.of(new StatementPlan.Scan("item", 9_000, List.of("name"))),
                        true,
                        true)),
                List.of(Message.of("database.note.sessions", "denied")));
        Diagnosis hostile = hostile(new Diagnosis(
                report,
                HoldVerdict.of(report, Surroundings.UNKNOWN),
                Optional.of(database),
                List.of(new Finding("long-holds", Finding.Severity.WARNING, Map.of(), Message.verbatim("see")))));
        // Its sentences are worded of what is hostile, too.
        return new Diagnosis(
                hostile.report(),
                HoldVerdict.of(
                        hostile.report(), new Surroundings(Map.of(), OptionalDouble.empty(), hostile.database())),
                hostile.database(),
                hostile.configuration());
    }

    @ParameterizedTest
    @EnumSource
    void a_diagnosis_is_harmless_in_each_form(Language language) {
        Diagnosis seen = diagnosis();

        requireHarmless(HoldersText.of(seen, language, Optional.of("runs/" + HOSTILE), false));
        requireHarmless(HoldersPage.of(seen, language, "shop" + HOSTILE, "0"));
        requireHarmless(HoldersJson.of(seen));
        assertThat(HoldersText.of(seen, language, Optional.empty(), false)).contains("GET /items");
    }

    @ParameterizedTest
    @EnumSource
    void a_run_is_harmless_in_each_form(Language language) {
        Run run = hostile(SampleRuns.stock());

        requireHarmless(VerdictText.of(run, language, Optional.of("runs/" + HOSTILE), false));
        requireHarmless(HtmlReport.of(run, language));
        requireHarmless(HtmlReport.state(run, language));
        requireHarmless(ResultJson.of(run));
        requireHarmless(SettingsPatch.of(run, language));
        requireHarmless(TrialCsv.of(run).replace("\r\n", "\n"));
        requireHarmless(language.text(run.question().load()));
    }

    @ParameterizedTest
    @EnumSource
    void a_comparison_is_harmless_in_each_form(Language language) {
        Run run = hostile(SampleRuns.stock());
        var comparison = new RunComparison(List.of(
                new ComparedRun("old" + HOSTILE, run, 2, OptionalDouble.of(2)),
                new ComparedRun("new" + HOSTILE, run, 8, OptionalDouble.of(8))));
        var view = new ComparisonView(comparison, language);

        requireHarmless(view.text());
        requireHarmless(view.json());
        requireHarmless(view.page("0"));
    }

    @ParameterizedTest
    @EnumSource
    void progress_is_harmless(Language language) {
        for (boolean terminal : new boolean[] {false, true}) {
            String printed = printed(out -> {
                var progress = new TerminalProgress(out, language, terminal);
                progress.phase(Message.of("init.locked", 1, HOSTILE));
                progress.phase(Message.verbatim("phase" + HOSTILE));
                progress.done();
            });

            assertThat(printed).contains("phase");
            requireHarmless(printed.replace("\r\u001b[K", "\n"));
        }
    }

    @Test
    void lines_of_a_command_are_harmless_and_a_json_of_it_says_the_same() {
        requireHarmless(printed(out -> {
            var console = new Console(Console.plain(out), Console.plain(out), false);
            console.out().println("Pool: " + HOSTILE);
            console.line(HOSTILE);
            console.tell(Message.of("init.locked", 1, HOSTILE));
            Console.writer(out).println(Main.words(new EnvironmentFailure("no " + HOSTILE, HOSTILE)));
            FatalError.inThread(out, true, code -> {})
                    .uncaughtException(new Thread("pool-1" + HOSTILE), new IllegalStateException(HOSTILE));
        }));
        String json = Json.text(Json.object().put("name", HOSTILE + "풀\uD83D\uDE00"));
        requireHarmless(json);
        assertThat(json).contains("풀\uD83D\uDE00", "\\u009b", "\\u007F", "\\u202e");
        assertThat(new JsonMapper().readTree(json).at("/name").asString()).isEqualTo(HOSTILE + "풀\uD83D\uDE00");
    }

    @Test
    void a_failure_is_told_harmlessly() throws IOException {
        Path taken = Files.writeString(folder.resolve("a\u001b[2J\u009b.yaml"), "mine");

        String told = printed(out -> {
            PrintStream err = System.err;
            try {
                System.setErr(out);
                assertThat(Main.run("init", "--debug", "--port", "1", "--out", taken.toString()))
                        .isEqualTo(Main.ENVIRONMENT_FAILED);
            } finally {
                System.setErr(err);
            }
        });

        assertThat(told).contains("exists already", "EnvironmentFailure");
        requireHarmless(told);
    }

    private static String printed(Consumer<PrintStream> printing) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            printing.accept(out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void requireHarmless(String text) {
        assertThat(text).isEqualTo(PlainText.lines(text));
    }

    /** The same record with hostile characters at the end of each of its texts, however deep. */
    @SuppressWarnings("unchecked")
    private static <T> T hostile(T value) {
        return (T) changed(value);
    }

    private static Object changed(Object value) {
        if (value instanceof String text) {
            return text + HOSTILE;
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(HostileTextTest::changed);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(HostileTextTest::changed).toList();
        }
        if (value instanceof Map<?, ?> map) {
            var changed = new LinkedHashMap<Object, Object>();
            map.forEach((key, each) -> changed.put(key, changed(each)));
            return changed;
        }
        if (!(value instanceof Record)) {
            return value;
        }
        RecordComponent[] components = value.getClass().getRecordComponents();
        try {
            var arguments = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                var accessor = components[i].getAccessor();
                accessor.setAccessible(true);
                Object old = accessor.invoke(value);
                arguments[i] = OWN.contains(components[i].getName()) ? old : changed(old);
            }
            var constructor = value.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(value.getClass() + " cannot be made", impossible);
        }
    }
}
