package dev.poolfit.journal;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The disk for the time of a test: full for the files that are named, and remembering which folders it was told to sync. */
final class FullDisk extends Disk implements AutoCloseable {
    static final Path DEVICE = Path.of("/dev/full");

    private final Disk before = Disk.replace(this);
    private final Set<Path> full = new HashSet<>();
    private final List<Synced> synced = new ArrayList<>();

    /**
     * A folder that was synced.
     *
     * @param files the names of what it held
     */
    record Synced(Path folder, Set<String> files) {}

    void fill(Path file) {
        full.add(file.toAbsolutePath());
    }

    List<Synced> synced() {
        return synced;
    }

    @Override
    OutputStream open(Path file, OpenOption how) throws IOException {
        return full.contains(file.toAbsolutePath()) ? new FileOutputStream(DEVICE.toFile()) : super.open(file, how);
    }

    @Override
    void syncFolder(Path folder) throws IOException {
        String[] files = folder.toFile().list();
        synced.add(new Synced(folder, files == null ? Set.of() : Set.of(files)));
        super.syncFolder(folder);
    }

    @Override
    public void close() {
        Disk.replace(before);
    }
}
