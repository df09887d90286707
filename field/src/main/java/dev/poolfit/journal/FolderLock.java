package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives the right to change a run's folder, which one tuner has at a time. The operating system takes it back when the
 * program ends, however it ends; the file stays. A folder that was made for it and holds nothing else at the end is
 * removed.
 */
public final class FolderLock implements AutoCloseable {
    /** The locked byte, beyond the text of the file, which others may read meanwhile on every system. */
    private static final long PLACE = Long.MAX_VALUE - 1;

    private static final Pattern PID = Pattern.compile("\\d{1,18}");

    private final FileChannel file;
    private final RunFolder folder;
    private final List<Path> made;

    private FolderLock(FileChannel file, RunFolder folder, List<Path> made) {
        this.file = file;
        this.folder = folder;
        this.made = made;
    }

    /**
     * Makes the folder, if need be, and takes it. A program may take a folder once.
     *
     * @throws EnvironmentFailure if another program has it, if it cannot be written, or if other users could exchange what
     *     is in it
     */
    public static FolderLock take(RunFolder folder) {
        var made = new ArrayList<>(folder.make());
        try {
            if (DurableFiles.reserve(folder.lock())) {
                made.add(folder.lock());
            }
            return take(folder, made);
        } catch (IOException failed) {
            remove(made);
            throw DurableFiles.unwritable(folder.lock(), failed);
        }
    }

    private static FolderLock take(RunFolder folder, List<Path> made) throws IOException {
        FileChannel file = FileChannel.open(
                folder.lock(), StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            if (locked(file) == null) {
                throw inUse(folder, holder(file));
            }
            file.truncate(0);
            file.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
            return new FolderLock(file, folder, made);
        } catch (IOException | EnvironmentFailure failed) {
            file.close();
            throw failed;
        }
    }

    private static @Nullable FileLock locked(FileChannel file) throws IOException {
        try {
            return file.tryLock(PLACE, 1, false);
        } catch (OverlappingFileLockException mine) {
            return null;
        }
    }

    /** Returns the first line of the file. */
    private static String holder(FileChannel file) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(32);
        file.read(start, 0);
        return StandardCharsets.US_ASCII
                .decode(start.flip())
                .toString()
                .lines()
                .findFirst()
                .orElse("");
    }

    private static EnvironmentFailure inUse(RunFolder folder, String holder) {
        boolean known = PID.matcher(holder).matches();
        return new EnvironmentFailure(
                "the folder " + folder.path() + " is in use by another run of Poolfit"
                        + (known ? " (pid " + holder + ")" : ""),
                "wait for that run" + (known ? ", interrupt it (kill -INT " + holder + ")" : "")
                        + ", or choose another folder with --out");
    }

    @Override
    public void close() {
        try (file) {
            if (made.contains(folder.path()) && !folder.holdsRun()) {
                remove(made);
            }
        } catch (IOException failed) {
            // The end of the program takes the lock back; a folder that holds something stays.
        }
    }

    /** Removes what was made, the last first, up to a folder that holds something. */
    private static void remove(List<Path> made) {
        try {
            for (int i = made.size() - 1; i >= 0; i--) {
                Files.delete(made.get(i));
            }
        } catch (IOException filled) {
            // It stays.
        }
    }
}
