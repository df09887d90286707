package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a single file that a user names; no symbolic link is followed to it. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * Replaces the file as a whole, for its owner alone.
     *
     * @throws EnvironmentFailure if something else than a plain file is there, or if it cannot be written
     */
    public static void write(Path file, String text) {
        DurableFiles.requirePlain(file);
        DurableFiles.replace(file.toAbsolutePath(), text);
    }

    /**
     * Makes the file, for its owner alone.
     *
     * @throws FileAlreadyExistsException if anything is there
     * @throws IOException if it cannot be written
     */
    public static void create(Path file, String text) throws IOException {
        DurableFiles.create(file, text);
    }

    /**
     * Writes the file with the rights that the user's umask gives, for a program that may run as another user, such as
     * that which collects the results of a build.
     *
     * @throws EnvironmentFailure if something else than a plain file is there
     * @throws IOException if it cannot be written
     */
    public static void writeForAll(Path file, String text) throws IOException {
        DurableFiles.requirePlain(file);
        Files.writeString(
                file,
                text,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }
}
