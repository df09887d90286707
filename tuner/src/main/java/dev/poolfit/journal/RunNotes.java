package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
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
        try {
            JsonNode object = JSON.readTree(Files.readString(folder.notes()));
            Settings found = Settings.NONE;
            for (var entry : object.required("found").properties()) {
                found = found.with(
                        Knob.of(entry.getKey()).orElseThrow(), entry.getValue().asLong());
            }
            return new RunNotes(
                    Instant.parse(object.required("started").asString()),
                    found,
                    Duration.ofSeconds(object.required("budgetSeconds").asLong()),
                    optional(object.path("maxConnections")),
                    optional(object.path("poolLimit")),
                    Optional.of(object.path("database"))
                            .filter(each -> !each.isMissingNode())
                            .map(MessageCodec::read),
                    object.required("missing")
                            .valueStream()
                            .map(MessageCodec::read)
                            .toList(),
                    object.required("cores").asInt(),
                    object.required("totalSeconds").asDouble());
        } catch (IOException | RuntimeException damaged) {
            throw new EnvironmentFailure(
                    folder.notes() + " is missing or damaged",
                    "the run ended before its first trial, or the folder holds no run",
                    damaged);
        }
    }

    private static OptionalInt optional(JsonNode number) {
        return number.isNumber() ? OptionalInt.of(number.asInt()) : OptionalInt.empty();
    }
}
