package dev.poolfit.benchmarks;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.Sampler;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.Study;
import dev.poolfit.studies.StudyDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/**
 * Measures what is left in a service after many runs: throughput, loaded classes, threads and heap of one that was attached
 * to, recorded, switched and let go of again and again, beside one that was never touched, in alternating blocks. No two JVMs
 * are equally fast, so both are compared before the runs, too: {@code residue [RUNS [BLOCKS SECONDS [WARM]]]}.
 * {@code benchmarks/run} sets {@code STOCK_HOLDDELAY=0}.
 */
public final class Residue {
    private static final int POOL = 9;
    private static final List<Integer> SWITCHED = List.of(18, 4, POOL);
    private static final int RECORDED_SECONDS = 2;
    private static final long SWITCH_MILLIS = 500;
    private static final long SETTLING_MILLIS = 1_000;

    private final UntouchedService touched;
    private final UntouchedService untouched;
    private final Path folder;

    private Residue(UntouchedService touched, UntouchedService untouched, Path folder) {
        this.touched = touched;
        this.untouched = untouched;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int blocks = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
        int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 4;
        int warm = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 60;
        Path built = Path.of(System.getProperty("poolfit.home", "."), "demo", "target");
        Path folder = Files.createTempDirectory("poolfit-residue");
        try (var database = EmbeddedDatabase.start(
                        StudyDatabase.MARIADB,
                        Study.STOCK.durability(),
                        built.resolve("databases"),
                        Path.of(System.getProperty("java.io.tmpdir")),
                        300);
                var touched = new UntouchedService(Study.STOCK, database, built, folder.resolve("touched"), POOL);
                var untouched = new UntouchedService(Study.STOCK, database, built, folder.resolve("untouched"), POOL)) {
            new Residue(touched, untouched, folder).measure(runs, blocks, seconds, warm);
        } finally {
            try (var files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    private void measure(int runs, int blocks, int seconds, int warm) throws IOException, InterruptedException {
        touched.load();
        untouched.load();
        Thread.sleep(1_000L * warm);
        List<Block<Boolean>> before = blocks("before", blocks, seconds);
        var contents = new ArrayList<UntouchedService.Content>();
        contents.add(touched.content());
        contents.add(untouched.content());
        hold(false, false);
        for (int i = 1; i <= runs; i++) {
            run();
        }
        List<Block<Boolean>> after = blocks("after", blocks, seconds);
        contents.add(touched.content());
        contents.add(untouched.content());
        tell("touched beside untouched, before " + runs + " runs", before);
        tell("touched beside untouched, after " + runs + " runs", after);
        var both = new ArrayList<Block<Boolean>>();
        for (int i = 0; i < blocks; i++) {
            both.add(new Block<>(1, Map.of(true, ratio(after.get(i)), false, ratio(before.get(i)))));
        }
        tell("throughput after beside before", both);
        for (int i = 0; i < contents.size(); i++) {
            UntouchedService.Content each = contents.get(i);
            System.out.printf(
                    "%s, %s: %d classes (%d of the agent), %d threads (%d of the agent), heap %.1f MiB%n",
                    i % 2 == 0 ? "touched" : "untouched",
                    i < 2 ? "before" : "after",
                    each.classes(),
                    each.agentClasses(),
                    each.threads(),
                    each.agentThreads(),
                    each.heapMib());
        }
    }

    private static double ratio(Block<Boolean> block) {
        return block.rates().get(true) / block.rates().get(false);
    }

    private static void tell(String what, List<Block<Boolean>> blocks) {
        Interval ratio = new BlockComparison<>(blocks).once(true, Set.of(false), 0.05);
        System.out.printf("%s: %.2f %% (%.2f-%.2f)%n", what, 100 * ratio.mean(), 100 * ratio.low(), 100 * ratio.high());
    }

    private void hold(boolean first, boolean second) {
        touched.hold(first);
        untouched.hold(second);
    }

    /** Measures both in blocks; the other service's users wait meanwhile. */
    private List<Block<Boolean>> blocks(String when, int count, int seconds) throws InterruptedException {
        var random = new Random(1);
        var blocks = new ArrayList<Block<Boolean>>();
        for (int i = 1; i <= count; i++) {
            boolean first = random.nextBoolean();
            double one = rate(first, seconds);
            double other = rate(!first, seconds);
            double own = first ? one : other;
            double others = first ? other : one;
            blocks.add(new Block<>(1, Map.of(true, own, false, others)));
            System.out.printf("%s, block %d: %.1f/s touched, %.1f/s untouched%n", when, i, own, others);
        }
        return blocks;
    }

    private double rate(boolean ofTouched, int seconds) throws InterruptedException {
        hold(!ofTouched, ofTouched);
        Thread.sleep(SETTLING_MILLIS);
        return (ofTouched ? touched : untouched).rate(seconds);
    }

    /** Does to a service what a run does: it attaches, records, reads, switches, puts back and lets go. */
    private void run() throws InterruptedException {
        var service = new Service(
                new Service.AttachPort(touched.port()),
                Optional.empty(),
                Duration.ofMinutes(1),
                Optional.empty(),
                Optional.empty());
        var request = new ServiceRequest(
                service,
                Optional.empty(),
                Settings.NONE,
                Set.of(Knob.POOL, Knob.THREADS),
                OptionalInt.empty(),
                folder.resolve("run.log"));
        try (RunningService open = new ServiceOpener(System::nanoTime)
                .tunedBy(folder, unneeded -> {})
                .open(request)) {
            var sampler = new Sampler(open.probes(), values -> {}, (probe, failed) -> {});
            try (HoldRecorder recorder = open.recordHolds()) {
                for (int second = 0; second < RECORDED_SECONDS; second++) {
                    Thread.sleep(1_000);
                    recorder.take();
                    sampler.run();
                }
            }
            int threads = open.found().count(Knob.THREADS);
            for (int pool : SWITCHED) {
                open.apply(Settings.ofPoolAndThreads(pool, pool == POOL ? threads : Math.max(10, threads / 2)));
                Thread.sleep(SWITCH_MILLIS);
                sampler.run();
            }
        }
    }
}
