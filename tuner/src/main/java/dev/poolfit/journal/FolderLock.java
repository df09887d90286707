package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The right to change a run's folder, which one tuner has at a time. The operating system takes it back when the program
 * ends, however it ends; the file stays. A folder that was made for it and holds nothing else at the end is removed.
 */
public final class FolderLock implements AutoCloseable {
    /** Beyond the text of the file, which others may read meanwhile on every system. */
    private static final long PLACE = Long.MAX_VALUE - 1;

    private static final Pattern PID = Pattern.compile("\\d{1,18}");

    private final RandomAccessFile file;
    private final RunFolder folder;
    private final boolean made;

    private FolderLock(RandomAccessFile file, RunFolder folder, boolean made) {
        this.file = file;
        this.folder = folder;
        this.made = made;
    }

    /**
     * Makes the folder, if need be, and takes it. A program may take a folder once.
     *
     * @throws EnvironmentFailure if another program has it, or if it cannot be written
     */
    public static FolderLock take(RunFolder folder) {
        try {
            boolean made = !Files.exists(folder.path());
            DurableFiles.folder(folder.path());
            DurableFiles.reserve(folder.lock());
            var file = new RandomAccessFile(folder.lock().toFile(), "rw");
            if (locked(file) == null) {
                String holder = file.readLine();
                file.close();
                throw inUse(folder, holder);
            }
            file.setLength(0);
            file.write((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII));
            return new FolderLock(file, folder, made);
        } catch (IOException failed) {
            throw DurableFiles.unwritable(folder.lock(), failed);
        }
    }

    private static @Nullable FileLock locked(RandomAccessFile file) throws IOException {
        try {
            return file.getChannel().tryLock(PLACE, 1, false);
        } catch (OverlappingFileLockException mine) {
            return null;
        }
    }

    private static EnvironmentFailure inUse(RunFolder folder, @Nullable String holder) {
        boolean known = holder != null && PID.matcher(holder).matches();
        return new EnvironmentFailure(
                "the folder " + folder.path() + " is in use by another run of Poolfit"
                        + (known ? " (pid " + holder + ")" : ""),
                "wait for that run" + (known ? ", interrupt it (kill -INT " + holder + ")" : "")
                        + ", or choose another folder with --out");
    }

    @Override
    public void close() {
        try (file) {
            if (made && !folder.holdsRun()) {
                Files.delete(folder.lock());
                Files.delete(folder.path());
            }
        } catch (IOException failed) {
            // The end of the program takes the lock back; a folder that holds something stays.
        }
    }
}
