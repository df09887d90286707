package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.report.ReasonWords;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.search.SimulatedVerdict.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever is moved in the code of a decision, each search of a simulated service decides as the file has it, from the first
 * trial to the last reason. Of the runs in the file the first ones are checked; {@code -Dfrozen=all} checks all of them, and
 * {@code -Dgolden.write=true} writes them anew.
 */
class FrozenDecisionsIT {
    private static final Path FILE = Path.of("src/test/resources/dev/poolfit/verdict/search/decisions.txt");
    private static final boolean WRITES = Boolean.getBoolean("golden.write");
    private static final boolean ALL = WRITES || "all".equals(System.getProperty("frozen"));
    private static final int RUNS = 20;
    private static final int CHECKED = 6;

    @Test
    void a_search_decides_as_it_did() throws IOException {
        Map<String, Supplier<List<String>>> runs = runs();
        Map<String, List<String>> decided = new TreeMap<>(runs.entrySet().parallelStream()
                .filter(run -> ALL || seed(run.getKey()) <= CHECKED)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, run -> run.getValue().get())));
        assertThat(decided).as("runs that are decided anew").hasSize(ALL ? runs.size() : runs.size() * CHECKED / RUNS);
        if (WRITES) {
            Files.write(FILE, lines(runs.keySet(), decided));
        }
        Map<String, List<String>> frozen = Files.readAllLines(FILE).stream()
                .collect(Collectors.groupingBy(
                        line -> line.substring(0, line.indexOf(": ")), LinkedHashMap::new, Collectors.toList()));
        assertThat(frozen.keySet()).containsExactlyElementsOf(runs.keySet());
        decided.forEach((run, lines) -> assertThat(lines).as(run).isEqualTo(frozen.get(run)));
    }

    private static List<String> lines(Collection<String> runs, Map<String, List<String>> decided) {
        return runs.stream().flatMap(run -> decided.get(run).stream()).toList();
    }

    private static long seed(String run) {
        return Long.parseLong(run.substring(run.indexOf(' ') + 1));
    }

    /** By name, such as {@code SWITCHED 3}, in the order of the file. */
    private static Map<String, Supplier<List<String>>> runs() {
        var runs = new LinkedHashMap<String, Supplier<List<String>>>();
        // What is compared within the pool is still to change with each figure of its noise.
        for (Way way : EnumSet.complementOf(EnumSet.of(Way.LIMITED, Way.PEAKED))) {
            add(runs, way.name(), seed -> SimulatedVerdict.of(seed, way).ended());
        }
        for (FrozenQuestion question : FrozenQuestion.values()) {
            add(runs, question.name(), question::ended);
        }
        return runs;
    }

    private static void add(
            Map<String, Supplier<List<String>>> runs, String kind, LongFunction<SimulatedQueue.Ended> ended) {
        LongStream.rangeClosed(1, RUNS).forEach(seed -> {
            String name = kind + " " + seed;
            runs.put(name, () -> text(name, ended.apply(seed)));
        });
    }

    private static List<String> text(String name, SimulatedQueue.Ended ended) {
        return Stream.concat(ended.plans().stream().map(TrialPlan::toString), Stream.of(text(ended.conclusion())))
                .map(line -> name + ": " + line)
                .toList();
    }

    private static String text(Conclusion said) {
        var parts = new ArrayList<String>();
        parts.add(said.outcome()
                + said.recommended().map(each -> " " + text(each)).orElse(""));
        said.smaller().ifPresent(each -> parts.add("below " + text(each)));
        said.baseline().ifPresent(each -> parts.add("at first " + text(each)));
        said.choice().gain().ifPresent(gain -> parts.add("gain " + text(gain)));
        parts.add("tried "
                + said.tried().stream()
                        .map(each -> each.settings() + " " + each.standing())
                        .toList());
        parts.add("because " + said.reasons().stream().map(ReasonWords::key).toList());
        said.knobs()
                .forEach(each -> parts.add("knob " + each.held() + " to " + each.kept() + " at " + each.at() + " "
                        + each.others().stream()
                                .map(other -> other.value() + " " + other.effect())
                                .toList()));
        said.findings().forEach(each -> parts.add(each.severity() + " " + each.rule()));
        return String.join("; ", parts);
    }

    private static String text(Performance each) {
        Settings settings = each.settings();
        return settings + " " + each.standing() + " in " + each.trials() + " at " + text(each.throughput());
    }

    private static String text(Interval interval) {
        return String.format(Locale.ROOT, "%.4g..%.4g..%.4g", interval.low(), interval.mean(), interval.high());
    }
}
