package dev.poolfit.benchmarks;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.http.VertxLoadEngine;
import dev.poolfit.studies.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures what recording holds costs a service that does little else than borrow, read and answer: throughput and CPU time
 * a request with the recorder on beside off, in blocks of one period each in random order under one load, and heap in use
 * after a collection: {@code recorder [borrows] [BLOCKS SECONDS [SETTLING]]}, where SETTLING seconds are left out after each switch, and
 * {@code borrows} measures the recorder of borrows alone.
 * {@code benchmarks/run} sets {@code STOCK_HOLDDELAY=0}.
 */
public final class RecorderOverhead {
    private static final int WARM_SECONDS = 120;
    /** Seconds of the first recording, after which much is compiled anew. */
    private static final int FIRST_SECONDS = 30;
    /** Seconds after the recorder was put in or taken out: the JIT compiler follows. */
    private static final int SETTLING = 4;

    private final StudyBench bench;
    private final ProcessHandle process;
    private final int settling;
    private final boolean borrows;
    /** Requests that were answered, and the seconds of the clients that they came in. */
    private long good;

    private long clientSeconds;

    private RecorderOverhead(StudyBench bench, int settling, boolean borrows) {
        this.bench = bench;
        this.settling = settling;
        this.borrows = borrows;
        process = ProcessHandle.of(bench.service.pid().orElseThrow()).orElseThrow();
    }

    /** @param cpuSeconds of the service, by what its threads are there for */
    private record Period(double rate, Map<String, Double> cpuSeconds, long requests) {
        double requestsPerCpuSecond() {
            return requests
                    / cpuSeconds.values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum();
        }
    }

    public static void main(String[] arguments) throws Exception {
        boolean borrows = arguments.length > 0 && arguments[0].equals("borrows");
        String[] figures = borrows ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
        measure(borrows, figures);
    }

    private static void measure(boolean borrows, String[] arguments) throws Exception {
        int blocks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4;
        int settling = arguments.length > 2 ? Integer.parseInt(arguments[2]) : SETTLING;
        try (var bench = StudyBench.start(Study.STOCK, false);
                var engine = new VertxLoadEngine()) {
            bench.service.apply(bench.experiment.fixed());
            bench.service.apply(Settings.of(Knob.POOL, 9));
            new RecorderOverhead(bench, settling, borrows).measure(engine, blocks, seconds);
        }
    }

    private void measure(VertxLoadEngine engine, int blocks, int seconds) throws IOException, InterruptedException {
        LoadRun run = engine.start(bench.experiment.load(), 1, this::add);
        Thread.sleep(1_000L * WARM_SECONDS);
        first();
        var random = new Random(1);
        var seen = new ArrayList<Block<Boolean>>();
        var perCpuSecond = new ArrayList<Block<Boolean>>();
        var cpu = List.of(new TreeMap<String, Double>(), new TreeMap<String, Double>());
        long[] requests = new long[2];
        for (int block = 0; block < blocks; block++) {
            boolean first = random.nextBoolean();
            var rates = new HashMap<Boolean, Double>();
            var frugal = new HashMap<Boolean, Double>();
            for (boolean on : new boolean[] {first, !first}) {
                Period period = on ? recorded(seconds) : plain(seconds);
                rates.put(on, period.rate());
                frugal.put(on, period.requestsPerCpuSecond());
                period.cpuSeconds().forEach((kind, spent) -> cpu.get(on ? 1 : 0).merge(kind, spent, Double::sum));
                requests[on ? 1 : 0] += period.requests();
            }
            seen.add(new Block<>(1, Map.copyOf(rates)));
            perCpuSecond.add(new Block<>(1, Map.copyOf(frugal)));
            System.out.printf("block %d: %.1f/s off, %.1f/s on%n", block + 1, rates.get(false), rates.get(true));
        }
        double[] heap = new double[2];
        for (int round = 0; round < 3; round++) {
            heap[0] += heapMib() / 3;
            try (HoldRecorder recorder = record()) {
                for (int second = 0; second < 10; second++) {
                    Thread.sleep(1_000);
                    recorder.take();
                }
                heap[1] += heapMib() / 3;
            }
        }
        run.stop(Duration.ofSeconds(5));
        System.out.printf("requests a second, recorder off: %.0f%n", mean(seen, false));
        compare("throughput", seen);
        compare("requests a CPU second of the service", perCpuSecond);
        cpu.get(1)
                .keySet()
                .forEach(kind -> System.out.printf(
                        "CPU of the service a request, %s: %.1f us off, %.1f us on%n",
                        kind,
                        1e6 * cpu.get(0).getOrDefault(kind, 0.0) / requests[0],
                        1e6 * cpu.get(1).getOrDefault(kind, 0.0) / requests[1]));
        System.out.printf("heap after a collection: %.1f MiB off, %.1f MiB on%n", heap[0], heap[1]);
    }

    /** Measures what a service that was never recorded before loses, in periods of two seconds. */
    private void first() throws IOException, InterruptedException {
        double before = plain(FIRST_SECONDS / 2).rate();
        System.out.printf("before the first recording: %.0f/s%n", before);
        try (HoldRecorder recorder = record()) {
            for (int second = 0; second < FIRST_SECONDS; second += 2) {
                // As diagnose does: in the last third.
                if (second == FIRST_SECONDS * 2 / 3) {
                    recorder.watchStatements();
                }
                double rate = recorded(recorder, 2).rate();
                System.out.printf(
                        "first recording, seconds %d to %d: %.1f %%%n", second, second + 2, 100 * rate / before);
            }
        }
    }

    private synchronized void add(ClientSecond each) {
        good += each.good();
        clientSeconds++;
    }

    private static void compare(String what, List<Block<Boolean>> blocks) {
        Interval ratio = new BlockComparison<>(List.copyOf(blocks)).once(true, Set.of(false), 0.05);
        System.out.printf(
                "%s on beside off: %.2f %% (%.2f-%.2f)%n",
                what, 100 * ratio.mean(), 100 * ratio.low(), 100 * ratio.high());
    }

    private static double mean(List<Block<Boolean>> blocks, boolean on) {
        return blocks.stream()
                .mapToDouble(block -> block.rates().getOrDefault(on, 0.0))
                .average()
                .orElseThrow();
    }

    private record Begin(long nanos, Map<String, Double> cpu, long good, long clientSeconds) {}

    private HoldRecorder record() {
        return borrows ? bench.service.recordBorrows() : bench.service.recordHolds();
    }

    private Period plain(int seconds) throws IOException, InterruptedException {
        Thread.sleep(1_000L * settling);
        Begin begin = begin();
        Thread.sleep(1_000L * seconds);
        return since(begin);
    }

    private Period recorded(int seconds) throws IOException, InterruptedException {
        try (HoldRecorder recorder = record()) {
            recorder.watchStatements();
            recorded(recorder, settling);
            return recorded(recorder, seconds);
        }
    }

    /** Measures a period with the recorder, which takes itself out where nobody asks it. */
    private Period recorded(HoldRecorder recorder, int seconds) throws IOException, InterruptedException {
        Begin begin = begin();
        for (int second = 0; second < seconds; second++) {
            Thread.sleep(1_000);
            recorder.take();
        }
        return since(begin);
    }

    private synchronized Begin begin() throws IOException {
        return new Begin(System.nanoTime(), cpu(), good, clientSeconds);
    }

    /** Measures the period since then; clients tell whole seconds, so a second of them may fall into it or not. */
    private synchronized Period since(Begin begin) throws IOException {
        double rate = (double) (good - begin.good()) / (clientSeconds - begin.clientSeconds());
        double seconds = (System.nanoTime() - begin.nanos()) / 1e9;
        Map<String, Double> spent = cpu();
        begin.cpu().forEach((kind, earlier) -> spent.merge(kind, -earlier, Double::sum));
        return new Period(rate, spent, Math.round(rate * seconds));
    }

    private Map<String, Double> cpu() throws IOException {
        var seconds = new TreeMap<String, Double>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
            for (Path task : tasks.toList()) {
                String stat = Files.readString(task.resolve("stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                seconds.merge(
                        kind(stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'))),
                        (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0,
                        Double::sum);
            }
        }
        return seconds;
    }

    private static String kind(String thread) {
        return thread.startsWith("poolfit")
                ? thread
                : thread.startsWith("http") ? "workers" : thread.matches("C[12] Comp.*") ? "compiler" : "others";
    }

    private double heapMib() throws IOException, InterruptedException {
        jcmd("GC.run");
        Matcher used = Pattern.compile("used (\\d+)K").matcher(jcmd("GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("jcmd tells no heap in use");
        }
        return Long.parseLong(used.group(1)) / 1024.0;
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        return Jcmd.ask(process.pid(), command);
    }
}
