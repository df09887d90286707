package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.units.OneLine;
import dev.poolfit.units.UserFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Notes on the disk that a service's settings are changed: written before the first change and removed once they are
 * back, so that a later run can undo what a killed one left. The note lies in the run's folder; the user's state folder
 * keeps a pointer to it, so that it is found from anywhere.
 */
public final class ChangeNote {
    /** The version of a note's content; a note that is written otherwise gets the next number. */
    private static final int VERSION = 2;

    static final String ELSEWHERE = "set " + UserFolder.STATE.variable() + " to a folder that only you can write to";

    private static final long MOST_BYTES = 1 << 16;
    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;
    private final Path pointer;

    private ChangeNote(Path file, Path pointer) {
        this.file = file;
        this.pointer = pointer;
    }

    /**
     * A note that was found.
     *
     * @param found how to reach the service, what it had and what it was given, as the service room wrote it
     * @param tuner the run that changed it
     */
    public record Pending(ChangeNote note, Path folder, String found, ProcessIdentity tuner) {
        /** Returns whether the run that changed the service still goes on. */
        public boolean owner() {
            return tuner.state() == ProcessIdentity.State.RUNS;
        }

        public Path file() {
            return note.file;
        }
    }

    /**
     * Notes what a service had, before it is changed.
     *
     * @throws EnvironmentFailure if the folder holds a note already, or cannot be written
     */
    public static ChangeNote write(RunFolder folder, String found, Map<String, String> environment) {
        if (Files.exists(folder.restore())) {
            throw new EnvironmentFailure(
                    folder.restore() + " says that a service is still changed",
                    "run poolfit restore " + folder.path() + " first, or choose another folder with --out");
        }
        Path pointers = pointers(environment);
        OwnFolder.make(pointers, ELSEWHERE);
        // Written first, since what a run that is killed here leaves can be told from a change: there is no note.
        Path pointer = pointers.resolve(UUID.randomUUID() + ".run");
        DurableFiles.replace(
                pointer, folder.path() + "\n" + ProcessIdentity.current().text());
        var note = new ChangeNote(folder.restore(), pointer);
        try {
            note.replace(found);
        } catch (RuntimeException unwritten) {
            note.remove();
            throw unwritten;
        }
        return note;
    }

    /** Writes the note anew, for instance before the next change, and waits until the disk has it. */
    public void replace(String found) {
        ObjectNode object = JSON.createObjectNode();
        ProcessIdentity tuner = ProcessIdentity.current();
        object.put("version", VERSION);
        object.put("tuner", tuner.pid());
        tuner.start().ifPresent(at -> object.put("started", at));
        object.set("found", JSON.readTree(found));
        DurableFiles.replace(file, JSON.writeValueAsString(object));
    }

    /**
     * Removes the note, once the service has its settings back.
     *
     * @throws EnvironmentFailure if it cannot be removed
     */
    public void remove() {
        try {
            DurableFiles.remove(file);
            DurableFiles.remove(pointer);
        } catch (IOException failed) {
            throw DurableFiles.unwritable(file, failed);
        }
    }

    /** Reads the note in a run's folder; throws EnvironmentFailure if it cannot be used. */
    static Pending read(RunFolder folder, Path pointer) {
        Path file = folder.restore();
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw damaged(file, "has " + Files.size(file) + " bytes, and a note has at most " + MOST_BYTES);
            }
            JsonNode object = JSON.readTree(Files.readString(file));
            int version = object.path("version").asInt(1);
            if (version != VERSION) {
                throw new EnvironmentFailure(
                        file + " was written by " + (version > VERSION ? "a newer" : "an older")
                                + " Poolfit: its version is " + version + ", and this one reads version " + VERSION,
                        "run restore of that Poolfit");
            }
            return new Pending(
                    new ChangeNote(file, pointer),
                    folder.path(),
                    JSON.writeValueAsString(object.required("found")),
                    new ProcessIdentity(
                            object.required("tuner").asLong(),
                            object.path("started").stringValueOpt()));
        } catch (IOException unreadable) {
            throw new EnvironmentFailure(
                    "cannot read " + file + " (" + unreadable.getClass().getSimpleName() + ": "
                            + unreadable.getMessage() + ")",
                    "check its rights, then run poolfit restore " + folder.path(),
                    unreadable);
        } catch (JacksonException | IllegalArgumentException malformed) {
            String why =
                    String.valueOf(malformed.getMessage()).lines().findFirst().orElse("");
            throw damaged(file, "is damaged (" + why + ")");
        }
    }

    /** Returns what to do about a note that says nothing. */
    public static EnvironmentFailure damaged(Path file, String what) {
        return new EnvironmentFailure(
                file + " " + OneLine.of(what),
                "if the service has not been restarted since that run, check its settings or restart it;"
                        + " then remove the file");
    }

    static Path pointers(Map<String, String> environment) {
        return Path.of(UserFolder.STATE.in(environment), "poolfit");
    }
}
