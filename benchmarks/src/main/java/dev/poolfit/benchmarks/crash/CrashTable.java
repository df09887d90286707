package dev.poolfit.benchmarks.crash;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts the cases that were as promised: by command, by signal, by phase, by mishap. */
final class CrashTable {
    private CrashTable() {}

    static void print(PrintStream out, Collection<Outcome> outcomes) {
        List<Outcome> all = List.copyOf(outcomes);
        out.println();
        out.printf(Locale.ROOT, "%d of %d cases as promised%n", good(all), all.size());
        group(out, "command", all, each -> each.plan().command());
        group(out, "signal", all, each -> each.plan().blow());
        group(out, "phase", all, Outcome::phase);
        group(out, "reached by", all, each -> each.plan().target());
        group(out, "load", all, each -> each.plan().put());
        group(out, "what else", all, each -> each.plan().mishap());
        group(out, "afterwards", all, each -> each.plan().aftermath());
        var kinds = new TreeMap<String, List<Long>>();
        for (Outcome outcome : all) {
            outcome.findings().stream()
                    .map(Outcome.Finding::kind)
                    .distinct()
                    .forEach(kind -> kinds.merge(
                            kind,
                            List.of(outcome.plan().seed()),
                            (some, more) -> java.util.stream.Stream.of(some, more)
                                    .flatMap(List::stream)
                                    .sorted()
                                    .toList()));
        }
        kinds.forEach(
                (kind, seeds) -> out.println("not as promised, " + kind + ": " + seeds.size() + " cases " + seeds));
    }

    private static <K extends Enum<K>> void group(
            PrintStream out, String title, List<Outcome> all, Function<Outcome, K> key) {
        Map<K, List<Outcome>> groups = new TreeMap<>(all.stream().collect(Collectors.groupingBy(key)));
        out.println();
        out.println("| " + title + " | as promised | of |");
        out.println("|---|---|---|");
        groups.forEach((value, some) -> out.printf(
                Locale.ROOT,
                "| %s | %d | %d |%n",
                value.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                good(some),
                some.size()));
    }

    private static long good(List<Outcome> outcomes) {
        return outcomes.stream().filter(Outcome::good).count();
    }
}
