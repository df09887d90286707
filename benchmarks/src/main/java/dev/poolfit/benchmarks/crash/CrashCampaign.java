package dev.poolfit.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Kills the program at random moments of short real runs and looks at what is left: {@code crash [CASES [SEED [LANES]]]}
 * runs the cases SEED, SEED + 1, …, 300 by default, of which two of three kill the program with SIGKILL;
 * {@code crash --case SEED} runs one of them again. The folder of a case that is not as promised stays in
 * {@code benchmarks/target/crash}. {@code POOLFIT_JAR} names another build of the program, {@code POOLFIT_PAUSE} a file: no
 * case begins while it is there.
 */
public final class CrashCampaign {
    private static final int CASES = 300;
    private static final int LANES = 2;
    /** Worlds of a lane: of two, one waits until the agent has gone by itself. */
    private static final int WORLDS_A_LANE = 2;

    private final Path home = Path.of(System.getProperty("poolfit.home", ".")).toAbsolutePath();
    private final Path folder;
    private final Path jar;
    private final Map<String, Double> usual = new ConcurrentHashMap<>();
    private final List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());

    private CrashCampaign() throws IOException {
        folder = Files.createDirectories(home.resolve(Path.of("benchmarks", "target", "crash")));
        String other = System.getenv("POOLFIT_JAR");
        jar = other == null
                ? home.resolve(Path.of("tuner", "target", "poolfit.jar"))
                : Path.of(other).toAbsolutePath();
    }

    public static void main(String[] arguments) throws Exception {
        var campaign = new CrashCampaign();
        if (arguments.length == 2 && arguments[0].equals("--case")) {
            campaign.run(Long.parseLong(arguments[1]), 1, 1);
        } else {
            campaign.run(
                    arguments.length > 1 ? Long.parseLong(arguments[1]) : 1,
                    arguments.length > 0 ? Integer.parseInt(arguments[0]) : CASES,
                    arguments.length > 2 ? Integer.parseInt(arguments[2]) : LANES);
        }
        System.exit(campaign.outcomes.stream().allMatch(Outcome::good) ? 0 : 1);
    }

    private void run(long first, int cases, int lanes) throws Exception {
        var next = new AtomicLong(first);
        var active = new Semaphore(lanes);
        var threads = new ArrayList<Thread>();
        var failures = Collections.synchronizedList(new ArrayList<Exception>());
        for (int lane = 1; lane <= Math.min(cases, lanes * WORLDS_A_LANE); lane++) {
            Path own = folder.resolve("world-" + lane);
            var thread = new Thread(
                    () -> {
                        try {
                            work(own, next, first + cases, active);
                        } catch (Exception failed) {
                            failures.add(failed);
                        }
                    },
                    "lane-" + lane);
            thread.start();
            threads.add(thread);
        }
        for (Thread each : threads) {
            each.join();
        }
        CrashTable.print(System.out, outcomes);
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    /** Works as one lane, with a world of its own, which is made anew where a case has ruined it. */
    private void work(Path own, AtomicLong next, long end, Semaphore active) throws Exception {
        Optional<World> world = Optional.empty();
        try {
            for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
                if (world.isEmpty()) {
                    world = Optional.of(new World(home, own));
                }
                awaitTurn(active);
                Outcome outcome = run(CasePlan.draw(seed), world.get(), active);
                active.release();
                outcomes.add(outcome);
                if (!outcome.worldUsable()) {
                    world.get().close();
                    world = Optional.empty();
                }
            }
        } finally {
            if (world.isPresent()) {
                world.get().close();
            }
        }
    }

    private static void awaitTurn(Semaphore active) throws InterruptedException {
        Optional<Path> pause =
                Optional.ofNullable(System.getenv("POOLFIT_PAUSE")).map(Path::of);
        active.acquire();
        while (pause.filter(Files::exists).isPresent()) {
            Thread.sleep(1_000);
        }
    }

    private Outcome run(CasePlan plan, World world, Semaphore active) throws IOException, InterruptedException {
        Path own = folder.resolve("case-" + plan.seed());
        Folders.delete(own);
        Outcome outcome = new CrashCase(plan, jar, world, own, usual(plan, world), active).run();
        System.out.println(outcome.line());
        if (outcome.good()) {
            Folders.delete(own);
        } else {
            System.out.println("            again: benchmarks/run crash --case " + plan.seed() + "; its files: " + own);
        }
        return outcome;
    }

    /** Returns the seconds that such a run takes undisturbed, learned from the first one, which must be as promised. */
    private double usual(CasePlan plan, World world) throws IOException, InterruptedException {
        synchronized (usual) {
            Double known = usual.get(plan.kind());
            if (known != null) {
                return known;
            }
            Path own = folder.resolve("undisturbed-" + plan.kind().replace(' ', '-'));
            Folders.delete(own);
            // It keeps its turn: the others wait for it.
            Outcome outcome = new CrashCase(plan.undisturbed(), jar, world, own, 1, new Semaphore(0)).run();
            System.out.printf(
                    Locale.ROOT,
                    "an undisturbed run (%s) takes %.1f s: %s%n",
                    plan.kind(),
                    outcome.seconds(),
                    outcome.line());
            if (!outcome.good()) {
                throw new IllegalStateException("an undisturbed run is not as promised; its files: " + own);
            }
            Folders.delete(own);
            usual.put(plan.kind(), outcome.seconds());
            return outcome.seconds();
        }
    }
}
