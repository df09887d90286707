package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.testing.RealClock;
import dev.poolfit.verdict.fleet.SimulatedPool;
import dev.poolfit.verdict.fleet.SimulatedPool.Case;
import dev.poolfit.verdict.fleet.SimulatedPool.Holds;
import dev.poolfit.verdict.fleet.SimulatedPool.Readings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Cases that a real Prometheus was filled with, beside the replay of each borrow: {@code benchmarks/run fleet [CASES [FIRST SEED]]}. It takes too long for
 * the suite.
 */
class FleetCases {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final int CASES = Integer.getInteger("fleet.cases", 30);
    private static final int FIRST = Integer.getInteger("fleet.first", 201);
    private static final int DAYS = 14;
    private static final int DAY = 86_400;
    private static final double ALIKE = 0.15;

    @TempDir
    private Path folder;

    /** @param needed by the replay */
    private record Asked(String service, String what, int needed) {}

    @Test
    void needs_what_the_replay_needs() throws Exception {
        Optional<Path> programs = PrometheusProgram.programs();
        assumeTrue(programs.isPresent(), "there is no prometheus on this machine, and no package of it");
        long end = RealClock.TIME.instant().getEpochSecond() / 60 * 60;
        var metrics = new FleetMetrics(end);
        var asked = new ArrayList<Asked>();
        for (int seed = FIRST; seed < FIRST + CASES; seed++) {
            Case drawn = Case.drawn(seed);
            var pool = new SimulatedPool(drawn, seed);
            asked.add(new Asked("case-" + seed, drawn.toString(), needed(pool)));
            metrics.micrometer(labels("case-" + seed), pool.readings(), drawn.maximum(), 0);
        }
        asked.add(twoWeeks(metrics));

        try (PrometheusProgram prometheus = PrometheusProgram.start(programs.get(), folder, metrics.toString())) {
            JsonNode told = sized(prometheus.url, DAYS + "d");
            int alike = 0;
            for (Asked each : asked) {
                JsonNode pool = pool(told, each.service());
                int needed = pool.at("/needed/connections").asInt();
                boolean same = Math.abs(needed - each.needed()) <= Math.max(1, ALIKE * each.needed());
                alike += same && each.service().startsWith("case") ? 1 : 0;
                System.out.printf(
                        Locale.ROOT,
                        "%s: %d (%d-%d), by the replay %d%s: %s, %s%n",
                        each.service(),
                        needed,
                        pool.at("/needed/low").asInt(),
                        pool.at("/needed/high").asInt(),
                        each.needed(),
                        same ? "" : ", other",
                        pool.at("/answer").asString(),
                        each.what());
            }
            System.out.printf("%d of %d cases within 1 or 15 %% of the replay's.%n", alike, CASES);
            assertThat(told.at("/pools").size()).isEqualTo(asked.size());
        }
    }

    private static String labels(String service) {
        return "application=\"" + service + "\",instance=\"a:8080\",pool=\"main\"";
    }

    private static int needed(SimulatedPool pool) {
        return pool.recorded(GOAL).neediest().get(0).minute().needed();
    }

    /** Fourteen days, each with its own arrivals under the same curve. */
    private static Asked twoWeeks(FleetMetrics metrics) {
        var days = new ArrayList<Readings>();
        var what = new Case(1.2, 0.04, Holds.TWO_KINDS, 2.5, 5, 12, DAY);
        int most = 0;
        for (int day = 0; day < DAYS; day++) {
            var pool = new SimulatedPool(what, 1000 + day);
            most = Math.max(most, needed(pool));
            days.add(pool.readings());
        }
        metrics.micrometer(labels("two-weeks"), joined(days), what.maximum(), 0);
        return new Asked("two-weeks", what.toString(), most);
    }

    private static Readings joined(List<Readings> days) {
        return new Readings(
                doubles(days.stream().map(Readings::counted).toList()),
                doubles(days.stream().map(Readings::waited).toList()),
                doubles(days.stream().map(Readings::borrows).toList()),
                ints(days.stream().map(Readings::active).toList()),
                ints(days.stream().map(Readings::waiting).toList()));
    }

    private static double[] doubles(List<double[]> parts) {
        return parts.stream()
                .flatMapToDouble(each -> DoubleStream.of(each).skip(1))
                .toArray();
    }

    private static int[] ints(List<int[]> parts) {
        return parts.stream().flatMapToInt(each -> IntStream.of(each).skip(1)).toArray();
    }

    private JsonNode sized(String url, String range) throws Exception {
        Program.Result told =
                Program.run(folder, Map.of(), "size", "--prometheus", url, "--range", range, "--format", "json");
        assertThat(told.exitCode()).as(told.toString()).isZero();
        return new JsonMapper().readTree(told.out());
    }

    private static JsonNode pool(JsonNode json, String service) {
        return json.at("/pools").values().stream()
                .filter(each -> each.at("/service").asString().equals(service))
                .findFirst()
                .orElseThrow(() -> new AssertionError(service + " is not told of"));
    }
}
