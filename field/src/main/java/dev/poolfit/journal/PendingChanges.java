package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.journal.ChangeNote.Pending;
import dev.poolfit.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds what runs of this user may have left changed.
 *
 * @param notes the notes that say what
 * @param unusable the reason for each other one that cannot be used, with what to do
 */
public record PendingChanges(List<Pending> notes, List<EnvironmentFailure> unusable) {
    private static final String IF_TRUSTED =
            "look at the address or the command that its restore.json names; if you trust it, run poolfit restore ";

    public PendingChanges {
        notes = List.copyOf(notes);
        unusable = List.copyOf(unusable);
    }

    public boolean isEmpty() {
        return notes.isEmpty() && unusable.isEmpty();
    }

    /**
     * Finds all that this user's state folder points to.
     *
     * @throws EnvironmentFailure if that folder cannot be read
     */
    public static PendingChanges of(Map<String, String> environment) {
        return behind(pointers(environment), false);
    }

    /**
     * Finds what the run in a folder may have left changed.
     *
     * @param trusted also a note that this user's state folder does not point to: it makes Poolfit connect to whatever
     *     address it names
     * @throws EnvironmentFailure if there is such a note, and it is not trusted
     */
    public static PendingChanges in(RunFolder folder, Map<String, String> environment, boolean trusted) {
        List<Path> own = pointers(environment).stream()
                .filter(pointer -> leads(pointer, folder))
                .toList();
        if (!own.isEmpty() || !Files.exists(folder.restore())) {
            return behind(own, trusted);
        }
        if (!trusted) {
            throw new EnvironmentFailure(
                    folder.restore() + " is not a note of yours: no pointer in " + ChangeNote.pointers(environment)
                            + " leads to it",
                    "look at the address or the command that the file names; if you trust it, add --trust");
        }
        return new PendingChanges(List.of(ChangeNote.read(folder, folder.restore())), List.of());
    }

    private static PendingChanges behind(List<Path> pointers, boolean trusted) {
        var notes = new ArrayList<Pending>();
        var unusable = new ArrayList<EnvironmentFailure>();
        for (Path pointer : pointers) {
            try {
                RunFolder folder = target(pointer);
                if (noted(folder, pointer)) {
                    if (!trusted) {
                        OwnFolder.require(folder.path(), IF_TRUSTED + folder.path() + " --trust");
                    }
                    notes.add(ChangeNote.read(folder, pointer));
                }
            } catch (EnvironmentFailure useless) {
                unusable.add(useless);
            }
        }
        return new PendingChanges(notes, unusable);
    }

    private static boolean leads(Path pointer, RunFolder folder) {
        try {
            Path target = target(pointer).path();
            return target.equals(folder.path()) || Files.isSameFile(target, folder.path());
        } catch (EnvironmentFailure | IOException nowhere) {
            return false;
        }
    }

    private static List<Path> pointers(Map<String, String> environment) {
        Path folder = ChangeNote.pointers(environment);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        OwnFolder.require(folder, ChangeNote.ELSEWHERE);
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(".run"))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "cannot read " + folder + " (" + failed.getMessage() + ")", "check its rights", failed);
        }
    }

    private static List<String> lines(Path pointer) {
        try {
            List<String> lines = Files.readAllLines(pointer);
            if (!lines.isEmpty() && Path.of(lines.get(0)).isAbsolute()) {
                return lines;
            }
        } catch (IOException | InvalidPathException malformed) {
            throw useless(pointer, malformed);
        }
        throw useless(pointer, new IOException("it holds no absolute path"));
    }

    private static RunFolder target(Path pointer) {
        return new RunFolder(Path.of(lines(pointer).get(0)));
    }

    private static EnvironmentFailure useless(Path pointer, Exception why) {
        return new EnvironmentFailure(
                pointer + " does not say which run may have left a service changed (" + why.getMessage() + ")",
                "run poolfit restore DIR on the run that was killed, if there was one; then remove the file",
                why);
    }

    /** Returns whether the folder holds the note; without it the pointer is done, unless the run is out of sight. */
    private static boolean noted(RunFolder folder, Path pointer) {
        if (Files.exists(folder.restore())) {
            return true;
        }
        if (!folder.holdsRun()) {
            throw new EnvironmentFailure(
                    "the run in " + folder.path() + " may have left a service changed, but the folder is not there",
                    "mount or move it back, then run poolfit restore " + folder.path()
                            + "; if it is gone for good, restart the service and remove " + pointer);
        }
        try {
            if (!beginning(pointer)) {
                DurableFiles.remove(pointer);
            }
        } catch (IOException failed) {
            throw DurableFiles.unwritable(pointer, failed);
        }
        return false;
    }

    /** Returns whether its run is just about to write the note. */
    private static boolean beginning(Path pointer) {
        List<String> lines = lines(pointer);
        return lines.size() > 1
                && ProcessIdentity.parse(lines.get(1))
                        .filter(tuner -> tuner.state() == ProcessIdentity.State.RUNS)
                        .isPresent();
    }
}
