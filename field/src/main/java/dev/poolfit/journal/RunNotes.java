package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.units.Message;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps what a run knows beside its trials.
 *
 * @param started the instant at which the run started
 * @param found what service and database had at the start
 * @param budget the time that its trials may take
 * @param database the database in words
 * @param missing a sentence for each thing that could not be read
 * @param cores cores of the machine that the tuner runs on
 * @param serviceCores cores that the service may use, a fraction where its container has such a limit; empty if unknown
 * @param end of the whole run; empty while it goes on, and where it was interrupted
 * @param earlierSeconds of the parts before the run was taken up again
 * @param variables what the experiment took from the environment that is no secret
 * @param oneMachine whether service, database and load share the tuner's machine; empty in a run of an older Poolfit
 */
public record RunNotes(
        Instant started,
        Found found,
        Duration budget,
        Optional<Message> database,
        List<Message> missing,
        int cores,
        OptionalDouble serviceCores,
        Optional<RunEnd> end,
        double earlierSeconds,
        Map<String, String> variables,
        Optional<Boolean> oneMachine) {
    private static final JsonMapper JSON = new JsonMapper();
    /** The least cores: no limit of a container is smaller. */
    private static final double LEAST_CORES = 0.001;

    public RunNotes {
        missing = List.copyOf(missing);
        variables = Map.copyOf(variables);
    }

    /**
     * Returns the seconds that the run took; of one that goes on or was interrupted, until its last trial ended.
     *
     * @param trials of all its parts
     */
    public double seconds(List<MeasuredTrial> trials) {
        return end.map(RunEnd::seconds)
                .orElseGet(() -> earlierSeconds
                        + trials.stream()
                                .filter(trial -> !trial.started().isBefore(started))
                                .reduce((earlier, later) -> later)
                                .map(last -> Duration.between(started, last.started())
                                                .toSeconds()
                                        + last.loadSeconds())
                                .orElse(0.0));
    }

    /** Returns what the run was asked, as it found the service. */
    public FoundExperiment asked(Experiment file) {
        return FoundExperiment.of(file.withBudget(budget), found);
    }

    /** Returns whether the run came to its end. */
    public boolean complete() {
        return end.isPresent();
    }

    /**
     * Returns these notes at the end of the run.
     *
     * @param seconds of its last part
     * @param left of the budget at the last decision
     * @param tenthMore whether a tenth more than the budget was taken
     */
    public RunNotes ended(double seconds, Duration left, boolean tenthMore) {
        return new RunNotes(
                started,
                found,
                budget,
                database,
                missing,
                cores,
                serviceCores,
                Optional.of(new RunEnd(earlierSeconds + seconds, left, tenthMore)),
                earlierSeconds,
                variables,
                oneMachine);
    }

    /**
     * Writes the notes into the folder of the run.
     *
     * @throws EnvironmentFailure if the folder cannot be written
     */
    public void write(RunFolder folder) {
        ObjectNode object = JSON.createObjectNode();
        object.put("started", started.toString());
        ObjectNode settings = object.putObject("found");
        found.settings().values().forEach((knob, value) -> settings.put(knob.key(), value));
        object.put("server", found.workers().server().key());
        object.put("leastThreads", found.workers().least());
        object.put("budgetSeconds", budget.toSeconds());
        found.maxConnections().ifPresent(value -> object.put("maxConnections", value));
        found.poolLimit().ifPresent(value -> object.put("poolLimit", value));
        object.put("housekeepingMs", found.housekeeping().toMillis());
        object.put("limited", found.limited());
        database.ifPresent(value -> object.set("database", MessageCodec.write(value)));
        var sentences = object.putArray("missing");
        missing.forEach(each -> sentences.add(MessageCodec.write(each)));
        object.put("cores", cores);
        serviceCores.ifPresent(value -> object.put("serviceCores", value));
        object.put("totalSeconds", end.map(RunEnd::seconds).orElse(0.0));
        end.ifPresent(each -> object.put("leftMs", each.left().toMillis()).put("tenthMore", each.tenthMore()));
        object.put("earlierSeconds", earlierSeconds);
        ObjectNode taken = object.putObject("variables");
        new TreeMap<>(variables).forEach(taken::put);
        oneMachine.ifPresent(value -> object.put("oneMachine", value));
        DurableFiles.replace(folder.notes(), JSON.writeValueAsString(object) + "\n");
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws EnvironmentFailure if it is missing or damaged
     */
    public static RunNotes read(RunFolder folder) {
        if (!Files.exists(folder.notes())) {
            throw new EnvironmentFailure(
                    folder.notes() + " is missing", "the run ended before its first trial, or the folder holds no run");
        }
        try {
            return of(JsonFields.parse(DurableFiles.text(DurableFiles.bytes(folder.notes()))));
        } catch (IllegalArgumentException damaged) {
            throw new EnvironmentFailure(
                    folder.notes() + " is damaged: " + damaged.getMessage(),
                    "tune with --resume, which writes it anew; every trial is kept",
                    damaged);
        }
    }

    private static RunNotes of(JsonFields notes) {
        return new RunNotes(
                notes.instant("started"),
                found(notes),
                Duration.ofSeconds(notes.count("budgetSeconds", 1)),
                notes.has("database") ? Optional.of(notes.sentence("database")) : Optional.empty(),
                notes.list("missing").stream().map(MessageCodec::read).toList(),
                notes.count("cores", 1),
                serviceCores(notes),
                end(notes),
                notes.has("earlierSeconds") ? notes.number("earlierSeconds") : 0,
                variables(notes),
                notes.has("oneMachine") ? Optional.of(notes.flag("oneMachine")) : Optional.empty());
    }

    /** Reads how the run ended; an older Poolfit kept no more than how long it took. */
    private static Optional<RunEnd> end(JsonFields notes) {
        double seconds = notes.number("totalSeconds");
        return seconds > 0
                ? Optional.of(new RunEnd(
                        seconds,
                        notes.has("leftMs") ? Duration.ofMillis(notes.whole("leftMs", 0)) : Duration.ZERO,
                        notes.has("tenthMore") && notes.flag("tenthMore")))
                : Optional.empty();
    }

    private static Found found(JsonFields notes) {
        return new Found(
                notes.object("found").settings(),
                workers(notes),
                optional(notes, "maxConnections"),
                optional(notes, "poolLimit"),
                housekeeping(notes),
                notes.has("limited") && notes.flag("limited"));
    }

    /** An older Poolfit kept none. */
    private static Duration housekeeping(JsonFields notes) {
        return notes.has("housekeepingMs")
                ? Duration.ofMillis(notes.whole("housekeepingMs", 0))
                : Found.USUAL_HOUSEKEEPING;
    }

    /** Reads the worker threads; an older Poolfit knew Tomcat alone. */
    private static WorkerThreads workers(JsonFields notes) {
        if (!notes.has("server")) {
            return WorkerThreads.TOMCAT;
        }
        String key = notes.text("server");
        return new WorkerThreads(
                WebServer.of(key).orElseThrow(() -> new IllegalArgumentException("unknown server " + key)),
                notes.count("leastThreads", 1));
    }

    private static OptionalDouble serviceCores(JsonFields notes) {
        if (!notes.has("serviceCores")) {
            return OptionalDouble.empty();
        }
        double cores = notes.number("serviceCores");
        if (cores < LEAST_CORES) {
            throw new IllegalArgumentException("serviceCores must be at least " + LEAST_CORES + ", but is " + cores);
        }
        return OptionalDouble.of(cores);
    }

    /** Reads the variables; an older Poolfit kept none. */
    private static Map<String, String> variables(JsonFields notes) {
        if (!notes.has("variables")) {
            return Map.of();
        }
        JsonFields kept = notes.object("variables");
        return kept.names().stream().collect(Collectors.toMap(Function.identity(), kept::text));
    }

    private static OptionalInt optional(JsonFields notes, String name) {
        return notes.has(name) ? OptionalInt.of(notes.count(name, 0)) : OptionalInt.empty();
    }
}
