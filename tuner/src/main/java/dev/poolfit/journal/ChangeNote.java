package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Notes on the disk that a service's settings are changed, written before the first change and removed once they are
 * put back, so that a later run can undo what a killed one left. The note lies in the run's folder; the user's state
 * folder keeps a pointer to it, so that it is found from anywhere.
 */
public final class ChangeNote {
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
     * @param found how to reach the service and what it had, as the service room wrote it
     * @param owner the run that changed it still goes on
     */
    public record Pending(ChangeNote note, Path folder, String found, boolean owner) {}

    /** Notes what a service had, before it is changed. */
    public static ChangeNote write(RunFolder folder, String found, Map<String, String> environment) {
        Path pointers = pointers(environment);
        try {
            Files.createDirectories(pointers);
        } catch (IOException failed) {
            throw DurableFiles.unwritable(pointers, failed);
        }
        ObjectNode object = JSON.createObjectNode();
        ProcessHandle self = ProcessHandle.current();
        object.put("tuner", self.pid());
        self.info().startInstant().ifPresent(at -> object.put("started", at.toString()));
        object.set("found", JSON.readTree(found));
        DurableFiles.replace(folder.restore(), JSON.writeValueAsString(object));
        Path pointer = pointers.resolve(UUID.randomUUID() + ".run");
        DurableFiles.replace(pointer, folder.path().toString());
        return new ChangeNote(folder.restore(), pointer);
    }

    /** All notes that are pending, from any run of this user. */
    public static List<Pending> pending(Map<String, String> environment) {
        Path pointers = pointers(environment);
        if (!Files.isDirectory(pointers)) {
            return List.of();
        }
        var pending = new ArrayList<Pending>();
        try (Stream<Path> files = Files.list(pointers)) {
            for (Path pointer : files.filter(each -> each.toString().endsWith(".run"))
                    .sorted()
                    .toList()) {
                var folder = new RunFolder(Path.of(Files.readString(pointer).strip()));
                Optional<Pending> note = read(folder, pointer);
                if (note.isPresent()) {
                    pending.add(note.get());
                } else {
                    Files.deleteIfExists(pointer);
                }
            }
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "cannot read " + pointers + " (" + failed.getMessage() + ")", "check its rights", failed);
        }
        return pending;
    }

    /** The note in a run's folder, if there is one. */
    public static Optional<Pending> pending(RunFolder folder, Map<String, String> environment) {
        return pending(environment).stream()
                .filter(each -> each.folder().equals(folder.path()))
                .findFirst()
                .or(() -> read(folder, folder.restore()));
    }

    private static Optional<Pending> read(RunFolder folder, Path pointer) {
        try {
            JsonNode object = JSON.readTree(Files.readString(folder.restore()));
            String found = JSON.writeValueAsString(object.required("found"));
            boolean owner = alive(
                    object.required("tuner").asLong(),
                    object.path("started").stringValueOpt().map(Instant::parse));
            return Optional.of(new Pending(new ChangeNote(folder.restore(), pointer), folder.path(), found, owner));
        } catch (IOException | JacksonException gone) {
            return Optional.empty();
        }
    }

    private static boolean alive(long pid, Optional<Instant> started) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process ->
                        started.isEmpty() || process.info().startInstant().equals(started))
                .isPresent();
    }

    /** Removes the note; the service has its settings back. */
    public void remove() {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(pointer);
        } catch (IOException failed) {
            throw DurableFiles.unwritable(file, failed);
        }
    }

    private static Path pointers(Map<String, String> environment) {
        String state = environment.get("XDG_STATE_HOME");
        Path base = state == null || state.isBlank()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".local", "state")
                : Path.of(state);
        return base.resolve("poolfit");
    }
}
