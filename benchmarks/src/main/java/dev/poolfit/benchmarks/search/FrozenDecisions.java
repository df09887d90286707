package dev.poolfit.benchmarks.search;

import dev.poolfit.plan.TrialPlan;
import dev.poolfit.report.ReasonWords;
import dev.poolfit.verdict.Conclusion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Holds Poolfit's searches of the first random services of seed 1 to what they decided when the file was written, half a minute
 * of CPU a service: {@code decisions [check | write SERVICES | show SERVICE]}. A line has a run's end and a checksum of all
 * that it wanted to try and said; {@code show} prints that in full, to be compared between two versions.
 */
public final class FrozenDecisions {
    /** What is compared within the pool is still to change with each figure of its noise. */
    private static final Set<PoolfitRun.Kind> FROZEN = EnumSet.complementOf(EnumSet.of(PoolfitRun.Kind.LIMITED));

    private static final RandomServices RANDOM = new RandomServices(1);

    private FrozenDecisions() {}

    public static void main(String[] given) throws IOException {
        Path file = Path.of(System.getProperty("poolfit.home", "."), "benchmarks", "search-decisions.txt");
        String what = given.length == 0 ? "check" : given[0];
        if (what.equals("show") && given.length == 2) {
            show(Integer.parseInt(given[1]));
        } else if (what.equals("write") && given.length == 2) {
            Files.write(file, lines(Integer.parseInt(given[1])));
        } else if (what.equals("check") && given.length < 2) {
            List<String> frozen = Files.readAllLines(file);
            System.exit(check(frozen, lines(frozen.size() / FROZEN.size())) ? 0 : 1);
        } else {
            System.err.println("usage: benchmarks/run decisions [check | write SERVICES | show SERVICE]");
            System.exit(2);
        }
    }

    private static boolean check(List<String> frozen, List<String> now) {
        List<Integer> different = IntStream.range(0, Math.max(frozen.size(), now.size()))
                .filter(i ->
                        i >= frozen.size() || i >= now.size() || !frozen.get(i).equals(now.get(i)))
                .boxed()
                .toList();
        different.forEach(i -> System.out.printf(
                "- %s%n+ %s%n", i < frozen.size() ? frozen.get(i) : "", i < now.size() ? now.get(i) : ""));
        System.out.printf("%d of %d runs decide otherwise.%n", different.size(), now.size());
        return different.isEmpty();
    }

    private static List<String> lines(int services) {
        return IntStream.range(0, services)
                .parallel()
                .mapToObj(index -> FROZEN.stream()
                        .map(kind -> line(index, kind, kind.run(RANDOM.service(index))))
                        .toList())
                .flatMap(List::stream)
                .toList();
    }

    private static String line(int index, PoolfitRun.Kind kind, PoolfitRun run) {
        var sum = new CRC32();
        sum.update(String.join("\n", decisions(run)).getBytes(StandardCharsets.UTF_8));
        return String.format(
                Locale.ROOT,
                "%d %s: %s %s after %d trials and %.0f s; %08x",
                index,
                kind.text,
                run.conclusion().outcome(),
                run.answer(),
                run.trials().size(),
                run.seconds(),
                sum.getValue());
    }

    private static List<String> decisions(PoolfitRun run) {
        Conclusion said = run.conclusion();
        return Stream.concat(
                        run.plans().stream().map(TrialPlan::toString),
                        Stream.of(said.outcome() + " " + run.answer() + " because "
                                + said.reasons().stream().map(ReasonWords::key).toList()))
                .toList();
    }

    private static void show(int index) {
        for (PoolfitRun.Kind kind : FROZEN) {
            decisions(kind.run(RANDOM.service(index)))
                    .forEach(line -> System.out.println(index + " " + kind.text + ": " + line));
        }
    }
}
