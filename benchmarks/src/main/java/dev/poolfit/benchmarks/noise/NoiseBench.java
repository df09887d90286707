package dev.poolfit.benchmarks.noise;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.benchmarks.StudyBench;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.process.Listeners;
import dev.poolfit.studies.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures what equal settings differ by at equal seconds of load, in separate trials and in switched periods: {@code noise
 * STUDY|FILE [SECONDS [WARM]] [--busy]}. FILE is an experiment that attaches to a service which runs; its load runs at the
 * setting that is found, {@code WARM} seconds (100) and then {@code SECONDS} (120) that are recorded; with {@code --busy} as
 * many again beside a program of low priority that keeps one core busy.
 */
public final class NoiseBench {
    /** The load in tenths of a second: eight trials, 14 or 28 blocks. */
    private static final int LOAD = 560;

    private static final int RESAMPLES = 400;
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private NoiseBench() {}

    public static void main(String[] arguments) throws Exception {
        List<String> plain =
                Arrays.stream(arguments).filter(each -> !each.equals("--busy")).toList();
        int seconds = plain.size() > 1 ? Integer.parseInt(plain.get(1)) : 120;
        int warm = plain.size() > 2 ? Integer.parseInt(plain.get(2)) : 100;
        if (10 * seconds < LOAD) {
            throw new IllegalArgumentException("SECONDS must be at least " + LOAD / 10 + ", but are " + seconds);
        }
        boolean busy = arguments.length > plain.size();
        Path file = Path.of(plain.get(0));
        if (Files.exists(file)) {
            Experiment experiment =
                    new ExperimentReader(System.getenv()).read(file).experiment();
            measure(experiment.load(), pid(experiment.service()), seconds, warm, busy);
            return;
        }
        Study study = Study.valueOf(plain.get(0).toUpperCase(Locale.ROOT));
        try (var bench = StudyBench.start(study, false)) {
            measure(bench.experiment.load(), bench.service.pid().orElseThrow(), seconds, warm, busy);
        }
    }

    private static void measure(Load load, long pid, int seconds, int warm, boolean busy) throws Exception {
        var failed = new LongAdder();
        try (var count = new RequestCount(pid);
                LoadEngine engine = LoadEngines.of(load)) {
            LoadRun run = engine.start(load, 1, second -> failed.add(second.failed()));
            Thread.sleep(1000L * warm);
            System.out.printf(
                    "sd of ln(A/A), %d s of load, %d resamples of %d s%n%n| | rate /s |",
                    LOAD / 10, RESAMPLES, seconds);
            Cut.ALL.forEach(cut -> System.out.print(" " + cut.name() + " |"));
            System.out.println("\n" + "|---".repeat(2 + Cut.ALL.size()) + "|");
            print("nothing beside it", count.tenths(seconds));
            if (busy) {
                Process program = new ProcessBuilder("nice", "-n", "19", "sh", "-c", "while :; do :; done").start();
                try {
                    print("a busy program beside it", count.tenths(seconds));
                } finally {
                    program.destroyForcibly().waitFor();
                }
            }
            run.stop(DRAIN);
        }
        System.out.println("\nfailed requests: " + failed);
    }

    private static void print(String beside, double[] tenths) {
        double trials = Cut.TRIALS.deviation(tenths, LOAD, RESAMPLES, 1);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f |",
                beside,
                10 * Arrays.stream(tenths).average().orElseThrow());
        for (Cut cut : Cut.ALL) {
            double deviation = cut.deviation(tenths, LOAD, RESAMPLES, 1);
            System.out.printf(Locale.ROOT, " %.2f %% (÷ %.2f) |", 100 * deviation, trials / deviation);
        }
        System.out.println();
    }

    private static long pid(Service service) {
        if (service.target() instanceof Service.AttachPid attach) {
            return attach.pid();
        }
        if (service.target() instanceof Service.AttachPort attach) {
            return Listeners.now().on(attach.port()).get(0);
        }
        throw new IllegalArgumentException("service.attach must be {port: …} or {pid: …}");
    }
}
