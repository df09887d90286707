package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Writes files so that they outlive a crash and only their owner can read them, and reads what a crash left of them. */
final class DurableFiles {
    private static final Set<PosixFilePermission> FILE_OF_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER_OF_OWNER = PosixFilePermissions.fromString("rwx------");

    private DurableFiles() {}

    /** Appends a line and waits until the disk has it. */
    static void append(Path file, String line) {
        try {
            write(file, line + "\n", true);
        } catch (IOException failed) {
            throw unwritable(file, failed);
        }
    }

    /** Replaces a file as a whole: a reader sees the old or the new text, never a part. */
    static void replace(Path file, String text) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try {
            write(draft, text, false);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            discard(draft);
            throw unwritable(file, failed);
        }
    }

    private static void discard(Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (IOException stays) {
            // The next draft is written over it.
        }
    }

    /** Not by a channel, which an interrupt would close in the middle of a line. */
    private static void write(Path file, String text, boolean append) throws IOException {
        reserve(file);
        try (var out = new FileOutputStream(file.toFile(), append)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
    }

    /** Makes an empty file for its owner alone; what others may do with one that is there is taken from them. */
    static void reserve(Path file) throws IOException {
        if (!hasRights(file)) {
            return;
        }
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE_OF_OWNER));
        } catch (FileAlreadyExistsException there) {
            if (Files.isRegularFile(file)) {
                restrict(file);
            }
        }
    }

    private static void restrict(Path file) {
        try {
            Files.setPosixFilePermissions(file, FILE_OF_OWNER);
        } catch (IOException refused) {
            // Some file systems, such as FAT, have the same rights for all files.
        }
    }

    /** Makes a folder for its owner alone, and the folders above it as usual; one that is there stays as it is. */
    static void folder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(folder.toAbsolutePath().getParent());
        try {
            if (hasRights(folder)) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER_OF_OWNER));
            } else {
                Files.createDirectory(folder);
            }
        } catch (FileAlreadyExistsException there) {
            if (!Files.isDirectory(folder)) {
                throw there;
            }
        }
    }

    private static boolean hasRights(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * The lines of a file, split before they are decoded: a crash may have cut the last one in the middle of a letter.
     * The last of them is what follows the last line break, and empty in a whole file.
     */
    static List<byte[]> lines(Path file) {
        byte[] bytes = bytes(file);
        var lines = new ArrayList<byte[]>();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                lines.add(Arrays.copyOfRange(bytes, from, i));
                from = i + 1;
            }
        }
        lines.add(Arrays.copyOfRange(bytes, from, bytes.length));
        return lines;
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "cannot read " + file + " (" + failed.getClass().getSimpleName() + ": " + failed.getMessage() + ")",
                    "check that it is there and may be read",
                    failed);
        }
    }

    /** @throws IllegalArgumentException if the bytes are no text */
    static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new IllegalArgumentException("it has bytes that are no text in UTF-8", malformed);
        }
    }

    static EnvironmentFailure unwritable(Path file, IOException failed) {
        return new EnvironmentFailure(
                "cannot write " + file + " (" + failed.getClass().getSimpleName() + ": " + failed.getMessage() + ")",
                "free the disk or choose another folder with --out",
                failed);
    }
}
