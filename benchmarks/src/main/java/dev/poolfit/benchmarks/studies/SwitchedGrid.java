package dev.poolfit.benchmarks.studies;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.benchmarks.StudyBench;
import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.Study;
import dev.poolfit.trial.Measured;
import dev.poolfit.trial.SystemTime;
import dev.poolfit.trial.TrialRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares an answer with the best of a grid: {@code grid STUDY|FILE CHOSEN [MINUTES]}, such as {@code grid board
 * pool=3,threads=4}. FILE is an experiment that attaches to a service which runs. The whole grid and the answer are switched
 * under one load; after each round the better half goes on, for half as long again (successive halving, Karnin, Koren and
 * Somekh 2013), and the last one until its ratio is known within 3 % or so many minutes of load (8) are over. The best of many
 * owes part of its figure to luck: {@code grid STUDY|FILE CHOSEN MINUTES OTHER…} compares the answer with those others alone.
 */
public final class SwitchedGrid {
    private static final String MENDED = "-fixed";
    private static final double WANTED = 0.03;
    /** The probability of lying beyond one end of an interval. */
    private static final double CHANCE = 0.025;

    private final TrialRunner runner;
    private final Settings chosen;
    private final Duration period;
    private final List<Block<Settings>> blocks = new ArrayList<>();
    private final Map<Settings, Long> failed = new LinkedHashMap<>();
    private double seconds;
    private int number;

    private SwitchedGrid(TrialRunner runner, Settings chosen, Duration period) {
        this.runner = runner;
        this.chosen = chosen;
        this.period = period;
    }

    public static void main(String[] arguments) throws Exception {
        String name = arguments[0];
        Settings chosen = settings(arguments[1]);
        double minutes = arguments.length > 2 ? Double.parseDouble(arguments[2]) : 8;
        List<Settings> others =
                Arrays.stream(arguments).skip(3).map(SwitchedGrid::settings).toList();
        Path file = Path.of(name);
        if (Files.exists(file)) {
            Experiment experiment =
                    new ExperimentReader(System.getenv()).read(file).experiment();
            Path log = Files.createTempFile("poolfit-grid", ".log");
            try (RunningService service =
                    new ServiceOpener(System::nanoTime).open(ServiceRequest.of(experiment, log))) {
                measure(experiment, service, chosen, minutes, others);
            } finally {
                Files.deleteIfExists(log);
            }
            return;
        }
        Study study = Study.valueOf(name.replace(MENDED, "").toUpperCase(Locale.ROOT));
        try (var bench = StudyBench.start(study, name.endsWith(MENDED))) {
            measure(bench.experiment, bench.service, chosen, minutes, others);
        }
    }

    private static void measure(
            Experiment experiment, RunningService service, Settings chosen, double minutes, List<Settings> others)
            throws Exception {
        Settings found = service.found();
        try (LoadEngine engine = LoadEngines.of(experiment.load());
                var runner = new TrialRunner(experiment, service, engine, sample -> {}, new SystemTime())) {
            runner.warmUp(found, false);
            var grid = new ArrayList<Settings>();
            grid.add(chosen);
            // Other knobs take a restart or a minute to hold: they stay as they were found.
            (others.isEmpty() ? Grid.of(experiment.space()).get(0) : others)
                    .stream()
                            .map(each -> each.restrictedTo(Set.of(Knob.POOL, Knob.THREADS)))
                            .filter(each -> !each.equals(chosen))
                            .forEach(grid::add);
            new SwitchedGrid(runner, chosen, Duration.ofSeconds(2)).run(grid, 60 * minutes);
        } finally {
            service.apply(found.restrictedTo(Set.of(Knob.POOL, Knob.THREADS)));
        }
    }

    private void run(List<Settings> grid, double longest) throws InterruptedException {
        List<Settings> left = grid;
        int round = BlockComparison.LEAST_BLOCKS;
        Interval ratio;
        Settings best;
        do {
            add(left, round);
            var comparison = new BlockComparison<>(blocks);
            best = left.stream()
                    .filter(each -> !each.equals(chosen))
                    .max(Comparator.comparingDouble(each -> comparison.estimate(each, Set.of(chosen))))
                    .orElseThrow();
            ratio = comparison.once(chosen, Set.of(best), CHANCE);
            System.out.printf(
                    Locale.ROOT,
                    "%.0f s: %s gives %s of %s, the best other of %d%n",
                    seconds,
                    chosen,
                    text(ratio),
                    best,
                    left.size() - 1);
            if (left.size() > 2) {
                left = Stream.concat(
                                Stream.of(chosen),
                                left.stream()
                                        .filter(each -> !each.equals(chosen))
                                        .sorted(Comparator.comparingDouble(
                                                each -> -comparison.estimate(each, Set.of(chosen))))
                                        .limit(left.size() / 2))
                        .toList();
                round += round / 2;
            }
        } while (left.size() > 2 || (ratio.high() - ratio.low()) / 2 > WANTED && seconds < longest);
        table(best);
    }

    private void table(Settings best) {
        var comparison = new BlockComparison<>(blocks);
        System.out.println("\n| setting | of the best's rate | blocks | failed |\n|---|---|---|---|");
        comparison.settings().stream()
                .sorted(Comparator.comparingInt((Settings each) -> each.pool().orElse(0))
                        .thenComparingInt(each -> each.threads().orElse(0)))
                .forEach(each -> System.out.printf(
                        Locale.ROOT,
                        "| %s | %s | %d | %d |%n",
                        each,
                        each.equals(best) ? "the best" : text(comparison.once(each, Set.of(best), CHANCE)),
                        blocks.stream()
                                .filter(block -> block.rates().containsKey(each))
                                .count(),
                        failed.getOrDefault(each, 0L)));
    }

    /** Measures one more round of blocks with the settings that are left. */
    private void add(List<Settings> settings, int round) throws InterruptedException {
        var switching = new Switching(round, period, number + 1L, false);
        List<Measured> measured = runner.switching(TrialPlan.switching(Role.CONFIRM, settings, switching), number + 1);
        number += measured.size();
        seconds += round * settings.size() * period.toSeconds();
        var rates = new ArrayList<Map<Settings, Double>>();
        for (Measured each : measured) {
            MeasuredTrial trial = each.trial();
            Settings of = trial.settings();
            Settings named = settings.stream()
                    .filter(planned -> of.restrictedTo(
                                    new HashSet<>(planned.values().keySet()))
                            .equals(planned))
                    .findFirst()
                    .orElseThrow();
            failed.merge(named, trial.failed(), Long::sum);
            List<Double> own = trial.periods().orElseThrow().rates();
            for (int block = 0; block < own.size(); block++) {
                if (rates.size() <= block) {
                    rates.add(new HashMap<>());
                }
                if (own.get(block) > 0) {
                    rates.get(block).put(named, own.get(block));
                }
            }
        }
        rates.forEach(each -> blocks.add(new Block<>(number, each)));
    }

    private static String text(Interval ratio) {
        return String.format(
                Locale.ROOT, "%.1f %% (%.1f–%.1f)", 100 * ratio.mean(), 100 * ratio.low(), 100 * ratio.high());
    }

    private static Settings settings(String text) {
        return Arrays.stream(text.split(","))
                .map(part -> part.split("="))
                .reduce(
                        Settings.NONE,
                        (all, pair) ->
                                all.with(Settings.ofNumber(Knob.of(pair[0]).orElseThrow(), Long.parseLong(pair[1]))),
                        (one, other) -> one);
    }
}
