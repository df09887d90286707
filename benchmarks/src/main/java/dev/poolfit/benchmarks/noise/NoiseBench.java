package dev.poolfit.benchmarks.noise;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.benchmarks.StudyBench;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures by how much two equal settings differ after a minute of load, by the length of the periods for which each holds in turn:
 * {@code noise STUDY|FILE [SECONDS [WARM]] [--busy]}. FILE is an experiment that attaches to a service which runs. The load of the
 * experiment runs {@code WARM} seconds (100) and then {@code SECONDS} (120) at the setting that is found, while the service counts
 * its holds; with {@code --busy} as many again beside a program of low priority that keeps one core busy.
 */
public final class NoiseBench {
    private static final int LOAD_SECONDS = 60;
    private static final int RESAMPLES = 400;
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private NoiseBench() {}

    public static void main(String[] arguments) throws Exception {
        List<String> plain =
                Arrays.stream(arguments).filter(each -> !each.equals("--busy")).toList();
        int seconds = plain.size() > 1 ? Integer.parseInt(plain.get(1)) : 120;
        int warm = plain.size() > 2 ? Integer.parseInt(plain.get(2)) : 100;
        if (seconds < LOAD_SECONDS) {
            throw new IllegalArgumentException("SECONDS must be at least " + LOAD_SECONDS + ", but are " + seconds);
        }
        boolean busy = arguments.length > plain.size();
        Path file = Path.of(plain.get(0));
        if (Files.exists(file)) {
            Experiment experiment =
                    new ExperimentReader(System.getenv()).read(file).experiment();
            Path log = Files.createTempFile("poolfit-bench", ".log");
            try (RunningService service =
                    new ServiceOpener(System::nanoTime).open(ServiceRequest.of(experiment, log))) {
                measure(experiment.load(), service, seconds, warm, busy);
            } finally {
                Files.delete(log);
            }
            return;
        }
        Study study = Study.valueOf(plain.get(0).toUpperCase(Locale.ROOT));
        try (var bench = StudyBench.start(study, false)) {
            measure(bench.experiment.load(), bench.service, seconds, warm, busy);
        }
    }

    private static void measure(Load load, RunningService service, int seconds, int warm, boolean busy)
            throws Exception {
        var failed = new LongAdder();
        try (LoadEngine engine = LoadEngines.of(load)) {
            LoadRun run = engine.start(load, 1, second -> failed.add(second.failed()));
            Thread.sleep(1000L * warm);
            System.out.printf(
                    "sd of ln(A/A), %d s of load, %d resamples of %d s%n%n| | holds /s |",
                    LOAD_SECONDS, RESAMPLES, seconds);
            Cut.ALL.forEach(cut -> System.out.print(" " + cut.name() + " |"));
            System.out.println("\n" + "|---".repeat(2 + Cut.ALL.size()) + "|");
            print("nothing beside it", HoldSeries.record(service, seconds));
            if (busy) {
                Process program = new ProcessBuilder("nice", "-n", "19", "sh", "-c", "while :; do :; done").start();
                try {
                    print("a busy program beside it", HoldSeries.record(service, seconds));
                } finally {
                    program.destroyForcibly().waitFor();
                }
            }
            run.stop(DRAIN);
        }
        System.out.println("\nfailed requests: " + failed);
    }

    private static void print(String beside, HoldSeries series) {
        print(beside + ": holds", series.counted());
        print(beside + ": holds weighed by route, of " + series.routes(), series.weighed());
        NoiseSources.print(series.readings());
    }

    private static void print(String what, double[] slots) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f |",
                what,
                200 * Arrays.stream(slots).average().orElseThrow());
        for (Cut cut : Cut.ALL) {
            System.out.printf(Locale.ROOT, " %.2f %% |", 100 * cut.deviation(slots, LOAD_SECONDS, RESAMPLES, 1));
        }
        System.out.println();
    }
}
