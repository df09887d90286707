package dev.poolfit.benchmarks.engine;

import dev.poolfit.load.http.VertxLoadEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Compares the built-in engine with wrk and k6, in turns against the same static page: {@code engine [ROUNDS SECONDS]}. What
 * counts is processor time a request, which other programs on the machine disturb less than rates. A k6 that starts anew each
 * round pays for its start; the built-in engine is warm, as in all trials of a run but the first.
 */
public final class EngineBench {
    private static final int CONNECTIONS = 50;
    private static final int SPELL_SECONDS = 5;
    private static final int LONGEST_WARM_UP = 12;
    private static final double SHARE_OF_K6 = 1 / 5.0;
    private static final double TIMES_WRK = 2.5;
    private static final double TIMES_K6_RATE = 3;

    private EngineBench() {}

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
        Path target = Path.of(System.getProperty("poolfit.home"), "benchmarks", "target");
        Path folder = Files.createDirectories(target.resolve("engine"));
        try (var server = new StaticServer(folder);
                var engine = new VertxLoadEngine()) {
            var builtIn = new BuiltIn(engine);
            Map<String, Sender> senders = new LinkedHashMap<>();
            senders.put("wrk", new Wrk());
            senders.put("built-in", builtIn);
            senders.put("k6", new K6(target.resolve("k6").resolve("k6"), folder));
            warm(builtIn, server.url());
            Map<String, Cost> costs = new LinkedHashMap<>();
            for (int round = 0; round < rounds; round++) {
                for (var sender : senders.entrySet()) {
                    Cost cost = sender.getValue().send(server.url(), CONNECTIONS, seconds);
                    costs.merge(sender.getKey(), cost, Cost::plus);
                }
            }
            print(costs, rounds, seconds);
        }
    }

    /** Sends until processor time a request has twice no longer fallen, as the compilers take their time. */
    private static void warm(BuiltIn builtIn, String url) throws InterruptedException {
        double least = Double.MAX_VALUE;
        int level = 0;
        for (int spell = 1; spell <= LONGEST_WARM_UP && level < 2; spell++) {
            double cost = builtIn.send(url, CONNECTIONS, SPELL_SECONDS).microsARequest();
            System.out.printf(
                    "built-in, seconds %d to %d: %.1f µs a request%n",
                    (spell - 1) * SPELL_SECONDS + 1, spell * SPELL_SECONDS, cost);
            level = cost > 0.97 * least ? level + 1 : 0;
            least = Math.min(least, cost);
        }
        System.out.println();
    }

    private static void print(Map<String, Cost> costs, int rounds, int seconds) {
        System.out.printf("%d rounds of %d s, %d connections%n%n", rounds, seconds, CONNECTIONS);
        System.out.println("| sender | requests /s | CPU µs a request |");
        System.out.println("|---|---|---|");
        costs.forEach((name, cost) ->
                System.out.printf("| %s | %.0f | %.1f |%n", name, cost.perSecond(), cost.microsARequest()));
        Cost own = Objects.requireNonNull(costs.get("built-in"));
        Cost k6 = Objects.requireNonNull(costs.get("k6"));
        Cost wrk = Objects.requireNonNull(costs.get("wrk"));
        System.out.println();
        target("CPU a request, of k6's", own.microsARequest() / k6.microsARequest(), SHARE_OF_K6, false);
        target("CPU a request, of wrk's", own.microsARequest() / wrk.microsARequest(), TIMES_WRK, false);
        target("rate, of k6's", own.perSecond() / k6.perSecond(), TIMES_K6_RATE, true);
    }

    private static void target(String what, double ratio, double bound, boolean atLeast) {
        boolean jvm = atLeast ? ratio >= bound : ratio <= bound;
        System.out.printf(
                "%s: %.2f (target: at %s %.1f) %s%n",
                what, ratio, atLeast ? "least" : "most", bound, jvm ? "reached" : "missed");
    }
}
