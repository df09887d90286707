package dev.poolfit.benchmarks.crash;

import dev.poolfit.benchmarks.crash.CasePlan.Target;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;

/** Carries out one case: a run, the signal that ends it, a mishap, and what is run afterwards. */
final class CrashCase {
    private static final int LONGEST_END_SECONDS = 90;
    private static final int LONGEST_RUN_SECONDS = 180;
    /** Pays for the recording and for turns of some seconds. */
    private static final String LIVE_BUDGET = "45s";
    /** The file that {@code init} writes. */
    static final String WRITTEN = "poolfit.yaml";

    private final CasePlan plan;
    private final Path jar;
    private final World world;
    private final Path folder;
    private final double usual;
    private final String marker;
    private final Findings findings;
    private Optional<Disturbance> disturbance = Optional.empty();
    private long event;

    /**
     * @param folder its own, with the run's folder, the state folder and the temporary files in it
     * @param usual seconds that such a run usually takes
     * @param active permits one case to do something
     */
    CrashCase(CasePlan plan, Path jar, World world, Path folder, double usual, Semaphore active) throws IOException {
        this.plan = plan;
        this.jar = jar;
        this.world = world;
        this.folder = Files.createDirectories(folder.toAbsolutePath());
        this.usual = usual;
        this.marker = folder.getFileName() + "-" + System.nanoTime();
        this.findings = new Findings(plan, world, this.folder, marker, active);
    }

    Outcome run() throws IOException, InterruptedException {
        int port = plan.target() == Target.LAUNCH ? World.freePort() : world.port;
        Path file = Experiments.write(plan, world, folder, port);
        Phase phase;
        double seconds;
        try (var traffic = others();
                Run killed = start("killed", arguments(file))) {
            awaitMoment(killed);
            phase = plan.blow() == Blow.INT_KILL && killed.alive()
                    ? Phase.RESTORING
                    : Phase.of(killed, folder.resolve("killed.err"), folder.resolve("run"));
            seconds = killed.seconds();
            if (plan.mishapAt() < 0) {
                disturb();
                Thread.sleep(plan.delayMillis() % 300);
            }
            int announced = killed.trialsEnded();
            strike(killed);
            OptionalInt code = killed.await(LONGEST_END_SECONDS);
            if (code.isEmpty()) {
                findings.add("end", "the program did not end within " + LONGEST_END_SECONDS + " s");
                killed.signal("KILL");
            }
            findings.ended(killed, code.isEmpty() ? OptionalInt.empty() : killed.await(10), announced);
        }
        aftermath(file);
        findings.look();
        return new Outcome(plan, phase, seconds, findings.all(), findings.worldUsable());
    }

    private Closeable others() {
        return plan.command().underTraffic() ? new Traffic(world.port) : () -> {};
    }

    private String[] arguments(Path file) throws IOException {
        return switch (plan.command()) {
            case TUNE -> new String[] {"tune", file.toString(), "--out", "run"};
            case DIAGNOSE -> new String[] {"diagnose", file.toString(), "--for", "4s", "--out", "run"};
            case GATE -> {
                String build = Experiments.build(folder);
                yield new String[] {"gate", file.toString(), "--base", build, "--candidate", build};
            }
            case INIT ->
                new String[] {
                    "init", place()[0], place()[1], "--url", "http://127.0.0.1:" + world.port, "--out", WRITTEN
                };
            case SIZE -> new String[] {"size", place()[0], place()[1], "--for", "6s", "--out", "run"};
            case LIVE ->
                new String[] {"tune", place()[0], place()[1], "--live", "--yes", "--budget", LIVE_BUDGET, "--out", "run"
                };
        };
    }

    private String[] place() {
        return switch (plan.target()) {
            case PORT -> new String[] {"--port", "" + world.port};
            case PID -> new String[] {"--pid", "" + world.pid()};
            case JMX -> new String[] {"--jmx", Victim.jmxUrl(world.jmxPort)};
            case LAUNCH -> throw new IllegalStateException("init launches nothing");
        };
    }

    private Run start(String name, String... arguments) throws IOException {
        var environment = new HashMap<>(world.environment());
        if (name.equals("rival")) {
            environment.put(Run.STATE, folder.resolve("rival-state").toString());
        }
        return Run.start(jar, folder, marker, name, environment, arguments);
    }

    private void awaitMoment(Run killed) throws IOException, InterruptedException {
        while (killed.alive() && !momentCame(killed)) {
            if (plan.mishapAt() >= 0 && killed.seconds() >= plan.mishapAt() * usual) {
                disturb();
            }
            if (killed.seconds() > LONGEST_RUN_SECONDS) {
                return;
            }
            Thread.sleep(1);
        }
    }

    private boolean momentCame(Run killed) throws IOException {
        boolean came = switch (plan.aim()) {
            case ANYWHERE -> killed.seconds() >= plan.at() * usual;
            case END -> killed.seconds() >= usual - 1.5 + 2 * plan.at();
            case ATTACHING -> killed.err().contains("ing ");
            case SWITCHING ->
                killed.trialsBegun() >= plan.trial()
                        || plan.trial() > 1 && killed.err().contains("switching settings");
            case JOURNAL -> Files.exists(Phase.series(folder.resolve("run"), plan.trial()));
        };
        boolean timed = plan.aim() == CasePlan.Aim.ANYWHERE || plan.aim() == CasePlan.Aim.END;
        if (!came || timed) {
            return came;
        }
        event = event == 0 ? System.nanoTime() : event;
        return System.nanoTime() - event >= plan.delayMillis() * 1_000_000;
    }

    private void disturb() throws IOException, InterruptedException {
        if (plan.mishap() == Mishap.NONE || disturbance.isPresent()) {
            return;
        }
        long pid = plan.mishap().ofService() ? servicePid() : world.database.pid();
        if (pid != 0) {
            disturbance =
                    Optional.of(new Disturbance(plan.mishap(), pid, plan.persistent() ? 600_000 : plan.mishapMillis()));
        }
    }

    /** Returns the process id of the service; 0 while one that Poolfit is to launch is not there. */
    private long servicePid() throws IOException {
        if (plan.target() != Target.LAUNCH) {
            return world.pid();
        }
        return ProcTable.withEnvironment(Run.MARKER + "=" + marker).stream()
                .filter(line -> line.contains("/java ") && line.contains(" " + Victim.class.getName() + " "))
                .filter(line -> !line.contains(" -c "))
                .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
                .findFirst()
                .orElse(0);
    }

    private void strike(Run killed) throws IOException, InterruptedException {
        if (!killed.alive()) {
            return;
        }
        long pause = Math.floorMod(plan.seed() * 37, 150);
        if (plan.blow() == Blow.STOP) {
            killed.signal("STOP");
            Thread.sleep(10 * pause + 200);
            killed.signal("CONT");
            Thread.sleep(5 * pause);
        }
        killed.signal(plan.blow().signal);
        if (plan.blow() == Blow.INT_KILL) {
            for (int i = 0; i < 5_000 && killed.alive() && !killed.err().contains("Interrupted"); i++) {
                Thread.sleep(1);
            }
            Thread.sleep(pause);
            killed.signal("KILL");
        } else if (plan.blow() == Blow.INT_INT) {
            Thread.sleep(pause);
            killed.signal("INT");
        }
    }

    private void aftermath(Path file) throws IOException, InterruptedException {
        if (disturbance.isPresent() && plan.persistent()) {
            restoreInVain();
            disturbance.get().end();
        } else if (disturbance.isPresent()) {
            disturbance.get().await();
        }
        switch (plan.aftermath()) {
            case RESTORE -> restore();
            case NEXT_TUNE -> next("next", "tune", file.toString(), "--out", "next");
            case RIVAL -> {
                next("rival", "tune", file.toString(), "--out", "next");
                restore();
            }
            case RESUME -> next("resumed", "tune", file.toString(), "--out", "run", "--resume");
        }
    }

    /** Tries to restore a stopped service: what is noted must be told as not put back, and stay noted. */
    private void restoreInVain() throws IOException, InterruptedException {
        boolean noted = findings.noted();
        try (Run restore = start("in-vain", "restore")) {
            OptionalInt code = restore.await(LONGEST_END_SECONDS);
            findings.expect(
                    "restore", code.orElse(-1) == (noted ? 3 : 0), "restore of a stopped service ended with " + code);
            findings.expect("note", !noted || findings.noted(), "restore of a stopped service removed the note");
        }
    }

    private void restore() throws IOException, InterruptedException {
        try (Run restore = start("restore", "restore")) {
            OptionalInt code = restore.await(LONGEST_END_SECONDS);
            findings.expect("restore", code.orElse(-1) == 0, "restore ended with " + code + ": " + restore.err());
            findings.noTrace(restore);
        }
    }

    /** Starts another run, and interrupts it once it has looked at the service. */
    private void next(String name, String... arguments) throws IOException, InterruptedException {
        Path notes = folder.resolve("next").resolve("notes.json");
        boolean held = Files.exists(folder.resolve("run").resolve("experiment.yaml"));
        boolean resumes = name.equals("resumed");
        try (Run next = start(name, arguments)) {
            while (next.alive() && next.seconds() < LONGEST_RUN_SECONDS) {
                if (resumes ? next.err().contains("warming up") : Files.exists(notes)) {
                    break;
                }
                Thread.sleep(5);
            }
            next.signal("INT");
            OptionalInt code = next.await(LONGEST_END_SECONDS);
            findings.expect(
                    "restore",
                    code.isPresent()
                            && (java.util.Set.of(0, 1, 130).contains(code.getAsInt())
                                    || resumes && !held && code.getAsInt() == 2),
                    "the " + name + " run ended with " + code + ": " + next.err());
            findings.noTrace(next);
            if (!resumes && Files.exists(notes)) {
                findings.foundInitial(notes);
            }
        }
    }
}
