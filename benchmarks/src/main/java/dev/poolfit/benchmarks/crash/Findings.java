package dev.poolfit.benchmarks.crash;

import dev.poolfit.benchmarks.crash.CasePlan.Target;
import dev.poolfit.benchmarks.crash.Outcome.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Looks at everything that a case may have left, and collects what is not as promised. */
final class Findings {
    private static final long LATE_WRITES_MILLIS = 2_000;
    private static final int PROCESSES_GONE_SECONDS = 20;
    /** Seconds after which the agent must be gone; its own limit is 60 s. */
    private static final int AGENT_GONE_SECONDS = 75;

    /** Attaching starts the JVM's own management agent; nothing can stop it again, and it takes local calls alone. */
    private static final int MANAGEMENT_PORTS = 1;

    private static final JsonMapper JSON = new JsonMapper();

    private final CasePlan plan;
    private final World world;
    private final Path folder;
    private final Path run;
    private final String marker;
    private final List<Finding> all = new ArrayList<>();
    private List<String> trials = List.of();
    private final Semaphore active;
    private boolean usable = true;

    /** @param active permits for what the lanes may do at a time; looking at what goes by itself needs none */
    Findings(CasePlan plan, World world, Path folder, String marker, Semaphore active) {
        this.active = active;
        this.plan = plan;
        this.world = world;
        this.folder = folder;
        this.run = folder.resolve("run");
        this.marker = marker;
    }

    void add(String kind, String text) {
        all.add(new Finding(kind, text));
    }

    void expect(String kind, boolean holds, String otherwise) {
        if (!holds) {
            add(kind, otherwise);
        }
    }

    void noTrace(Run program) throws IOException {
        expect("trace", !(program.err() + program.out()).contains("\n\tat "), "a stack trace");
    }

    /** Returns whether the state folder has a note. */
    boolean noted() throws IOException {
        return !Folders.files(folder.resolve("state")).isEmpty();
    }

    /** @param announced the number of the last trial whose end was told before the first signal */
    void ended(Run run, OptionalInt code, int announced) throws IOException {
        noTrace(run);
        boolean disturbed = plan.mishap() != Mishap.NONE || plan.blow() == Blow.STOP;
        int actual = code.orElse(-1);
        expect(
                "exit",
                plan.blow().endsWith(actual)
                        || actual == 3 && (disturbed || noted())
                        || actual == 4 && plan.command() == CasePlan.Command.GATE,
                "exit code " + actual + " after " + plan.blow() + ": " + run.err());
        trials = complete(plan.blow().sudden());
        expect(
                "trials",
                trials.size() >= announced,
                announced + " trials were announced, but " + trials.size() + " are on the disk");
        for (int i = 1; i <= trials.size(); i++) {
            expect("trials", Files.exists(Phase.series(this.run, i)), "trial " + i + " has no series");
        }
        written(folder.resolve(CrashCase.WRITTEN));
    }

    /** Checks that the experiment that {@code init} writes is there as a whole or not at all. */
    private void written(Path file) throws IOException {
        boolean whole = !Files.exists(file) || Files.readString(file).matches("(?s).*\nbudget: [^\n]+\n.*");
        expect("written", whole, file.getFileName() + " is not whole");
        List<String> parts = Folders.files(folder).stream()
                .filter(each -> !each.contains("/") && each.contains(CrashCase.WRITTEN))
                .filter(each -> !each.equals(CrashCase.WRITTEN))
                .toList();
        expect("written", parts.isEmpty(), "left beside the file: " + parts);
    }

    /** Returns the lines that are whole; only a tuner that was killed may leave a last line that is not. */
    private List<String> complete(boolean mayBeTorn) throws IOException {
        var whole = new ArrayList<String>();
        List<String> lines =
                Files.exists(run.resolve("trials.jsonl")) ? Files.readAllLines(run.resolve("trials.jsonl")) : List.of();
        for (int i = 0; i < lines.size(); i++) {
            try {
                JsonNode trial = JSON.readTree(lines.get(i));
                expect("trials", trial.path("number").asInt() == i + 1, "line " + (i + 1) + " is another trial");
                whole.add(lines.get(i));
            } catch (JacksonException torn) {
                expect("trials", mayBeTorn && i == lines.size() - 1, "line " + (i + 1) + " is damaged");
            }
        }
        return whole;
    }

    /** Checks what the next run took for the settings found. */
    void foundInitial(Path notes) throws IOException {
        JsonNode found = JSON.readTree(Files.readString(notes)).path("found");
        expect(
                "found",
                found.path("pool").asInt() == Victim.POOL
                        && found.path("threads").asInt() == Victim.THREADS,
                "the next run took " + found + " for the settings found");
    }

    /** Looks, once all is over, at settings, trials, and whatever may have been left. */
    void look() throws IOException, InterruptedException {
        settings("");
        Thread.sleep(LATE_WRITES_MILLIS);
        settings(" " + LATE_WRITES_MILLIS / 1000 + " s later");
        List<String> now = complete(plan.blow().sudden());
        expect(
                "trials",
                now.size() >= trials.size() && now.subList(0, trials.size()).equals(trials),
                "trials changed");
        List<String> state = Folders.files(folder.resolve("state"));
        expect("note", state.isEmpty(), "left in the state folder: " + state);
        for (String each : List.of("run", "next")) {
            expect("note", !Files.exists(folder.resolve(each).resolve("restore.json")), each + " still has its note");
        }
        List<String> temporary = Folders.files(folder.resolve("tmp"));
        expect("temporary", temporary.isEmpty(), "left in the folder for temporary files: " + temporary);
        left("processes", PROCESSES_GONE_SECONDS, () -> ProcTable.withEnvironment(Run.MARKER + "=" + marker));
        if (world.serviceLives()) {
            int before = all.size();
            // The agent would take it away a minute later, too.
            expect("claim", !world.claimed(), "the service is still claimed");
            List<String> files = world.newFiles();
            expect("files", files.isEmpty(), "left where the service runs: " + files);
            left(
                    "port",
                    0,
                    () -> world.newPorts().stream()
                            .skip(MANAGEMENT_PORTS)
                            .map(port -> "port " + port)
                            .toList());
            left("bean", AGENT_GONE_SECONDS, world::beans);
            left(
                    "agent",
                    AGENT_GONE_SECONDS,
                    () -> Stream.generate(() -> "a thread of the agent")
                            .limit(world.agentThreads())
                            .toList());
            // What stays in the service would be found in its next cases, too.
            usable &= all.size() == before;
        }
    }

    private void left(String kind, int seconds, Callable<List<String>> what) throws IOException, InterruptedException {
        try {
            List<String> left = what.call();
            active.release();
            try {
                for (int i = 0; i < seconds * 5 && !left.isEmpty(); i++) {
                    Thread.sleep(200);
                    left = what.call();
                }
            } finally {
                active.acquireUninterruptibly();
            }
            expect(kind, left.isEmpty(), "left: " + left);
        } catch (IOException | InterruptedException | RuntimeException failed) {
            throw failed;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void settings(String when) throws InterruptedException {
        boolean killed = plan.mishap() == Mishap.SERVICE_KILLED && plan.target() != Target.LAUNCH;
        if (killed && !world.serviceLives()) {
            return;
        }
        Map<String, String> now = world.settings();
        if (!now.equals(world.initial())) {
            var changed = new TreeMap<>(now);
            changed.entrySet().removeAll(world.initial().entrySet());
            add("settings", "the service has " + changed + when + ", which is not what it had");
            usable = false;
        }
    }

    boolean worldUsable() {
        return usable && world.serviceLives() && plan.mishap() != Mishap.DATABASE_KILLED;
    }

    List<Finding> all() {
        return all;
    }
}
