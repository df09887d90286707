package dev.poolfit.benchmarks;

import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.service.RunningService;
import dev.poolfit.watch.TrafficWatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Measures what {@code size} costs a service while it records, beside the service without it: what it adds to a borrow and return,
 * the CPU time of services of 2,000 and 10,000 borrows a second, and the live objects of the service and of Poolfit after nearly five
 * minutes: {@code trace [PAIRS]}.
 */
public final class TraceCost {
    private static final String LOOP = "loop";
    private static final String PACED = "paced";
    private static final int[] RATES = {2_000, 10_000};
    private static final int WARM_UP = 90;
    /** Three minutes are kept whole once they have ended, two and a half minutes after they began. */
    private static final int SECONDS = 285;

    private static final int SETTLING = 20;
    private static final double MIB = 1 << 20;

    private TraceCost() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals(LOOP)) {
            RecorderCallback.borrowForEver();
        } else if (arguments.length > 1 && arguments[0].equals(PACED)) {
            AddedCost.paced(Integer.parseInt(arguments[1]));
        }
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        Process loop = RecorderCallback.start(TraceCost.class, Stream.of(LOOP));
        try (BufferedReader blocks = loop.inputReader()) {
            RecorderCallback.take(blocks, WARM_UP);
            try (RunningService service = RecorderCallback.attach(loop.pid())) {
                AddedCost.perBorrow("recording", () -> new Recorded(service), blocks, pairs);
            }
        } finally {
            loop.destroyForcibly();
        }
        for (int rate : RATES) {
            Process paced = RecorderCallback.start(TraceCost.class, Stream.of(PACED, Integer.toString(rate)));
            try (BufferedReader rates = paced.inputReader()) {
                for (int second = 0; second < 10; second++) {
                    rates.readLine();
                }
                try (RunningService service = RecorderCallback.attach(paced.pid())) {
                    AddedCost.cpu(
                            "recording", () -> new Recorded(service), paced.toHandle(), rates, Math.min(pairs, 10));
                    memory(service, paced.pid());
                }
            } finally {
                paced.destroyForcibly();
            }
        }
    }

    private static void memory(RunningService service, long pid) throws IOException, InterruptedException {
        long without = live(pid);
        long alone = used();
        try (Recorded recorded = new Recorded(service)) {
            for (int second = 0; second < SECONDS; second++) {
                Thread.sleep(1_000);
                recorded.read();
            }
            Thread.sleep(1_000);
            long with = live(pid);
            recorded.read();
            System.out.printf(
                    "live objects of the service: %.1f MiB, with a second of the recording: %.1f MiB more; of Poolfit after %d s:"
                            + " %.1f MiB more; borrows that were dropped: %d%n",
                    without / MIB, (with - without) / MIB, SECONDS, (used() - alone) / MIB, recorded.watch.dropped());
        }
    }

    /** The bytes of all objects that are reachable, as the JDK's own histogram counts them. */
    private static long live(long pid) throws IOException {
        Process histogram = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.class_histogram")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = histogram.inputReader()) {
            String total = lines.lines()
                    .filter(line -> line.startsWith("Total"))
                    .findFirst()
                    .orElseThrow();
            return Long.parseLong(total.trim().split("\\s+")[2]);
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static final class Recorded implements AddedCost.Watch {
        private final HoldRecorder recorder;
        private final TrafficWatch watch;
        private final long began = System.nanoTime();

        Recorded(RunningService service) {
            recorder = service.recordBorrows();
            watch = new TrafficWatch(recorder, new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30)));
        }

        @Override
        public void read() {
            watch.look(System.nanoTime() - began);
        }

        @Override
        public int settling() {
            return SETTLING;
        }

        /** As {@code size} does. */
        @Override
        public int readings() {
            return 1;
        }

        @Override
        public void close() {
            recorder.close();
        }
    }
}
