package dev.poolfit.benchmarks.harm;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Service;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the limiter into a service again and again, does something to the pool meanwhile, and ends it in one of three ways:
 * {@code limiter-harm [CASES [SEED [HIKARI]]]}, 300 by default, where HIKARI is the jar of another HikariCP. In each case all
 * connections have to be back, in the pool's own bag, without an error that the pool would not give by itself, and no borrow may
 * wait for longer than the limit, the fault and one period explain.
 */
public final class LimiterHarm {
    private static final int CASES = 300;
    private static final int SLOT_MS = 5;
    private static final long SILENCE_MS = 1_000;
    private static final long LONGEST_MS = 10_000;
    /** What a borrow takes beside what is told of it. */
    private static final long MARGIN_MS = 50;

    /** How the one that limits goes. */
    private enum End {
        CLOSED,
        /** It is killed: nobody takes any more. */
        KILLED,
        /** It is killed, and another one comes as soon as it may. */
        HANDED_OVER
    }

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;
    private final Map<String, int[]> table = new TreeMap<>();
    private int bad;
    private long worstAway;

    private LimiterHarm(Process process) {
        this.process = process;
        answers = process.inputReader();
        commands = process.outputWriter();
    }

    public static void main(String[] arguments) throws Exception {
        int cases = arguments.length > 0 ? Integer.parseInt(arguments[0]) : CASES;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Stream<String> path = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toAbsolutePath().toString());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        Stream.concat(Arrays.stream(arguments).skip(2), path)
                                .collect(Collectors.joining(File.pathSeparator)),
                        HarmedService.class.getName())
                .redirectError(ProcessBuilder.Redirect.appendTo(new File("benchmarks/target/limiter-harm.log")))
                .start();
        var campaign = new LimiterHarm(process);
        try {
            campaign.run(cases, seed);
        } finally {
            process.destroyForcibly();
        }
        System.exit(campaign.bad == 0 ? 0 : 1);
    }

    private synchronized String ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the service has ended");
        }
        return answer;
    }

    private void run(int cases, long seed) throws Exception {
        answers.readLine();
        var target = new Service(
                new Service.AttachPid(process.pid()),
                Optional.empty(),
                Duration.ofSeconds(30),
                Optional.empty(),
                Optional.empty());
        var request = ServiceRequest.toObserve(target, Optional.empty());
        ExecutorService faults = Executors.newSingleThreadExecutor();
        try (RunningService first = new ServiceOpener(System::nanoTime).open(request);
                RunningService second = new ServiceOpener(System::nanoTime).open(request)) {
            for (int number = 0; number < cases; number++) {
                one(seed + number, first, second, faults);
            }
        } finally {
            faults.shutdownNow();
        }
        table.forEach((what, counts) -> System.out.printf("%-22s %4d cases, %d bad%n", what, counts[0], counts[1]));
        System.out.printf("%d cases, %d bad; longest until the own bag was back: %d ms%n", cases, bad, worstAway);
    }

    private void one(long seed, RunningService first, RunningService second, ExecutorService faults)
            throws IOException, InterruptedException, ExecutionException {
        var random = new Random(seed * 0x9E3779B97F4A7C15L); // Neighbouring seeds begin alike.
        Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
        End end = End.values()[random.nextInt(End.values().length)];
        int slots = 2 + random.nextInt(40);
        List<Integer> limits =
                random.ints(200, 1, HarmedService.POOL + 1).boxed().toList();
        long before = random.nextInt(300);
        long after = random.nextInt(500);
        ask("begin");
        List<String> wrong = new ArrayList<>();
        try {
            BorrowLimiter limiter = first.limitBorrows(BorrowLimiter.SILENCE);
            limiter.schedule(limits, List.of(), slots);
            take(limiter, before);
            Future<String> done = faults.submit(() -> ask("fault " + fault));
            take(limiter, after);
            long left = System.nanoTime();
            if (end == End.CLOSED) {
                limiter.close();
            } else if (end == End.HANDED_OVER) {
                BorrowLimiter other = takesOver(second);
                other.schedule(limits, List.of(), slots);
                take(other, after);
                left = System.nanoTime();
                other.close();
            }
            done.get();
            awaitOwn(left, end, wrong);
        } catch (EnvironmentFailure gone) {
            // A pool that is closed takes its limiter along.
            if (fault != Fault.CLOSE) {
                wrong.add(gone.getMessage());
            }
        }
        judge(seed, fault, end, slots, ask("settle"), wrong);
    }

    private static void take(BorrowLimiter limiter, long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        do {
            limiter.take();
            Thread.sleep(Math.max(1, Math.min(100, (until - System.nanoTime()) / 1_000_000)));
        } while (System.nanoTime() < until);
    }

    private static BorrowLimiter takesOver(RunningService service) throws InterruptedException {
        long until = System.nanoTime() + LONGEST_MS * 1_000_000;
        while (true) {
            try {
                return service.limitBorrows(BorrowLimiter.SILENCE);
            } catch (EnvironmentFailure there) {
                if (System.nanoTime() > until) {
                    throw there;
                }
                Thread.sleep(10);
            }
        }
    }

    private void awaitOwn(long left, End end, List<String> wrong) throws IOException, InterruptedException {
        long away;
        boolean own;
        do {
            Thread.sleep(2);
            own = Boolean.parseBoolean(ask("own"));
            away = (System.nanoTime() - left) / 1_000_000;
        } while (!own && away < LONGEST_MS);
        if (!own) {
            wrong.add("the bag is not back after " + away + " ms");
        }
        worstAway = Math.max(worstAway, end == End.KILLED ? away : 0);
    }

    private void judge(long seed, Fault fault, End end, int slots, String told, List<String> wrong) {
        String[] parts = told.split(" WRONG ", 2);
        Map<String, Long> figures = Arrays.stream(parts[0].split(" ", -1))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> Long.parseLong(each[1])));
        if (parts.length > 1) {
            Arrays.stream(parts[1].split("; ", -1))
                    .filter(each -> !expected(fault, each))
                    .forEach(wrong::add);
        }
        long queue = HarmedService.USERS * HarmedService.HELD / 1_000_000;
        long explained = queue
                + (long) slots * SLOT_MS
                + Fault.MILLIS
                + MARGIN_MS
                + HarmedService.USERS * figures.getOrDefault("hiccupMs", 0L);
        if (fault == Fault.CLOSE) {
            explained = LONGEST_MS;
        }
        long longest = figures.getOrDefault("longestMs", 0L);
        if (longest > explained) {
            wrong.add("a borrow waited for " + longest + " ms, where " + explained + " are explained");
        }
        System.out.printf(
                "case %d: %s, %s, periods of %d ms: %s%s%n",
                seed,
                fault.name().toLowerCase(Locale.ROOT),
                end.name().toLowerCase(Locale.ROOT),
                slots * SLOT_MS,
                parts[0],
                wrong.isEmpty() ? "" : "; BAD: " + String.join("; ", wrong));
        for (String what : List.of("fault " + fault, "end " + end)) {
            int[] counts = table.computeIfAbsent(what.toLowerCase(Locale.ROOT), none -> new int[2]);
            counts[0]++;
            counts[1] += wrong.isEmpty() ? 0 : 1;
        }
        bad += wrong.isEmpty() ? 0 : 1;
    }

    /** Returns whether the pool gives the error by itself. */
    private static boolean expected(Fault fault, String error) {
        return switch (fault) {
            case BREAK -> error.equals("broken");
            case CLOSE ->
                error.contains("closed")
                        || error.contains("hutdown")
                        || error.contains("main - Interrupted")
                        || error.contains("main - Connection is not available");
            default -> false;
        };
    }
}
