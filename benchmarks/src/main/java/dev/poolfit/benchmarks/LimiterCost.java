package dev.poolfit.benchmarks;

import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.service.RunningService;
import java.io.BufferedReader;
import java.util.stream.Stream;

/**
 * Measures what the limiter costs while it is in the pool and limits nothing, beside the pool without it: what it adds to a borrow
 * and return, and the CPU time of a whole service of about 1,000 borrows a second, with its readings: {@code limiter [PAIRS]}.
 */
public final class LimiterCost {
    private static final String LOOP = "loop";
    private static final String PACED = "paced";
    private static final int RATE = 1_000;

    private LimiterCost() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals(LOOP)) {
            RecorderCallback.borrowForEver();
        } else if (arguments.length > 0 && arguments[0].equals(PACED)) {
            AddedCost.paced(RATE);
        }
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        Process loop = RecorderCallback.start(LimiterCost.class, Stream.of(LOOP));
        try (BufferedReader blocks = loop.inputReader();
                RunningService service = RecorderCallback.attach(loop.pid())) {
            AddedCost.perBorrow("limiter", () -> new Limited(service), blocks, pairs);
        } finally {
            loop.destroyForcibly();
        }
        Process paced = RecorderCallback.start(LimiterCost.class, Stream.of(PACED));
        try (BufferedReader rates = paced.inputReader()) {
            rates.readLine();
            try (RunningService service = RecorderCallback.attach(paced.pid())) {
                AddedCost.cpu("limiter", () -> new Limited(service), paced.toHandle(), rates, Math.min(pairs, 10));
            }
        } finally {
            paced.destroyForcibly();
        }
    }

    private static final class Limited implements AddedCost.Watch {
        private final BorrowLimiter limiter;

        Limited(RunningService service) {
            limiter = service.limitBorrows(BorrowLimiter.SILENCE);
        }

        @Override
        public void read() {
            limiter.take();
        }

        @Override
        public void close() {
            limiter.close();
        }
    }
}
