package dev.poolfit.benchmarks.studies;

import dev.poolfit.benchmarks.StudyBench;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.http.VertxLoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.studies.Study;
import dev.poolfit.trial.SystemTime;
import dev.poolfit.trial.TrialRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Tries every setting of a study's grid once, in shuffled order, then the grid's winner beside a setting that Poolfit
 * chose in blocks of winner, chosen, chosen, winner: {@code grid NAME CHOSEN [BLOCKS [SECONDS]]}, such as
 * {@code grid board pool=3,threads=4 6}. Nought blocks leave it at the grid.
 */
public final class GridAndBlocks {
    private static final String MENDED = "-fixed";

    private final TrialRunner runner;
    private final Duration length;
    private int number;

    private GridAndBlocks(TrialRunner runner, Duration length) {
        this.runner = runner;
        this.length = length;
    }

    public static void main(String[] arguments) throws Exception {
        String name = arguments[0];
        Settings chosen = settings(arguments[1]);
        int blocks = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 6;
        int seconds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 8;
        Study study = Study.valueOf(name.replace(MENDED, "").toUpperCase(Locale.ROOT));
        long start = System.nanoTime();
        try (var bench = StudyBench.start(study, name.endsWith(MENDED));
                var engine = new VertxLoadEngine()) {
            var runner = new TrialRunner(bench.experiment, bench.service, engine, sample -> {}, new SystemTime());
            var measurement = new GridAndBlocks(runner, Duration.ofSeconds(seconds));
            runner.warmUp(bench.service.found(), bench.experiment.space());
            List<Trial> trials = measurement.all(Grid.of(bench.experiment.space()));
            System.out.printf(
                    Locale.ROOT,
                    "%d settings, %.0f s of load, %.0f s in all%n",
                    trials.size(),
                    trials.stream().mapToDouble(Trial::loadSeconds).sum(),
                    (System.nanoTime() - start) / 1e9);
            Optional<Trial> winner = Grid.winner(bench.experiment, trials);
            System.out.println("winner: " + winner.map(GridAndBlocks::text).orElse("none"));
            if (winner.isPresent() && blocks > 0) {
                Settings best =
                        winner.get().settings().restrictedTo(chosen.values().keySet());
                if (best.equals(chosen)) {
                    System.out.println("The chosen setting is the winner.");
                } else {
                    measurement.blocks(best, chosen, blocks);
                }
            }
        }
    }

    /** In the order of the grid's restarts, shuffled between them. */
    private List<Trial> all(List<List<Settings>> grid) throws InterruptedException {
        var trials = new ArrayList<Trial>();
        for (List<Settings> settings : grid) {
            for (PlannedTrial planned :
                    TrialPlan.interleaved(Role.CONFIRM, settings, 1, length, 1).trials()) {
                Trial trial = runner.run(planned, ++number).trial();
                System.out.println(text(trial));
                trials.add(trial);
            }
        }
        return trials;
    }

    private void blocks(Settings winner, Settings chosen, int blocks) throws InterruptedException {
        var ratios = new ArrayList<Double>();
        for (int block = 0; block < blocks; block++) {
            double before = rate(winner);
            double rate = rate(chosen) + rate(chosen);
            ratios.add(rate / (before + rate(winner)));
            System.out.printf(Locale.ROOT, "block %d: %.3f of the winner's rate%n", block + 1, ratios.get(block));
        }
        Interval ratio =
                Statistics.acrossRuns(ratios.stream().mapToDouble(each -> each).toArray());
        System.out.printf(
                Locale.ROOT,
                "%s has %.1f %% (%.1f–%.1f) of the rate of %s%n",
                chosen,
                100 * ratio.mean(),
                100 * ratio.low(),
                100 * ratio.high(),
                winner);
    }

    private double rate(Settings settings) throws InterruptedException {
        return runner.run(new PlannedTrial(Role.CONFIRM, settings, length), ++number)
                .trial()
                .throughput()
                .mean();
    }

    private static String text(Trial trial) {
        return String.format(
                Locale.ROOT,
                "%s: %.1f/s (%.1f–%.1f), p99 %.0f ms, %d failed %s",
                trial.settings(),
                trial.throughput().mean(),
                trial.throughput().low(),
                trial.throughput().high(),
                trial.p99Ms().mean(),
                trial.failed(),
                trial.flags());
    }

    private static Settings settings(String text) {
        Settings settings = Settings.NONE;
        for (String part : text.split(",")) {
            String[] pair = part.split("=");
            Knob knob = Knob.of(pair[0]).orElseThrow();
            settings = settings.with(
                    knob,
                    knob.kind() == Knob.Kind.FLAG ? Boolean.parseBoolean(pair[1]) ? 1 : 0 : Long.parseLong(pair[1]));
        }
        return settings;
    }
}
