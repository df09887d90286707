package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run knows beside its trials.
 *
 * @param started when the run started
 * @param found pool and threads as they were at the start
 * @param budget the time that its trials may take
 * @param maxConnections the database's limit, where it is known
 * @param poolLimit the ceiling on the pool, where there is one
 * @param database the database in words
 * @param missing what could not be read, a sentence each
 * @param cores cores of the machine that the tuner runs on
 * @param totalSeconds from start to end; 0 while the run goes on
 */
public record RunNotes(
        Instant started,
        Settings found,
        Duration budget,
        OptionalInt maxConnections,
        OptionalInt poolLimit,
        Optional<Message> database,
        List<Message> missing,
        int cores,
        double totalSeconds) {
    private static final JsonMapper JSON = new JsonMapper();

    public RunNotes {
        missing = List.copyOf(missing);
    }

    /** These notes at the end of the run. */
    public RunNotes ended(double seconds) {
        return new RunNotes(started, found, budget, maxConnections, poolLimit, database, missing, cores, seconds);
    }

    public void write(RunFolder folder) {
        ObjectNode object = JSON.createObjectNode();
        object.put("started", started.toString());
        ObjectNode settings = object.putObject("found");
        found.values().forEach((knob, value) -> settings.put(knob.key(), value));
        object.put("budgetSeconds", budget.toSeconds());
        maxConnections.ifPresent(value -> object.put("maxConnections", value));
        poolLimit.ifPresent(value -> object.put("poolLimit", value));
        database.ifPresent(value -> object.set("database", MessageCodec.write(value)));
        var sentences = object.putArray("missing");
        missing.forEach(each -> sentences.add(MessageCodec.write(each)));
        object.put("cores", cores);
        object.put("totalSeconds", totalSeconds);
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
                notes.object("found").settings(),
                Duration.ofSeconds(notes.count("budgetSeconds", 1)),
                optional(notes, "maxConnections"),
                optional(notes, "poolLimit"),
                notes.has("database") ? Optional.of(notes.sentence("database")) : Optional.empty(),
                notes.list("missing").stream().map(MessageCodec::read).toList(),
                notes.count("cores", 1),
                notes.number("totalSeconds"));
    }

    private static OptionalInt optional(JsonFields notes, String name) {
        return notes.has(name) ? OptionalInt.of(notes.count(name, 0)) : OptionalInt.empty();
    }
}
