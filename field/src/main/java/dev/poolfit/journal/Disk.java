package dev.poolfit.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Does the two things that {@link DurableFiles} asks of a disk, and that tests let fail. */
class Disk {
    private static volatile Disk present = new Disk();

    static Disk present() {
        return present;
    }

    /** Puts another disk in its place, for tests, and returns the one before. */
    static Disk replace(Disk other) {
        Disk before = present;
        present = other;
        return before;
    }

    /**
     * Opens a file that is there for writing: each write has reached the disk when it returns, a symbolic link is not
     * followed, and an interrupt does not close it in the middle of a line.
     */
    OutputStream open(Path file, OpenOption how) throws IOException {
        return Files.newOutputStream(
                file, StandardOpenOption.WRITE, StandardOpenOption.SYNC, LinkOption.NOFOLLOW_LINKS, how);
    }

    /** Waits until the disk has the names in a folder, as far as its file system can tell. */
    void syncFolder(Path folder) throws IOException {
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            force(names);
        }
    }

    private static void force(FileChannel names) {
        try {
            names.force(true);
        } catch (IOException unable) {
            // Some file systems, such as those of a network, know no such thing for folders.
        }
    }
}
