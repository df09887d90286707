package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Writes files so that they outlive a crash and only their owner can read them, and reads what a crash left of them. */
final class DurableFiles {
    private static final Set<PosixFilePermission> FILE_OF_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER_OF_OWNER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FOLDER_ABOVE = PosixFilePermissions.fromString("rwxr-xr-x");

    private DurableFiles() {}

    /** Appends a line and waits until the disk has it. */
    static void append(Path file, String line) {
        try {
            boolean made = reserve(file);
            write(file, line + "\n", StandardOpenOption.APPEND);
            if (made) {
                syncNames(file);
            }
        } catch (IOException failed) {
            throw unwritable(file, failed);
        }
    }

    /** Makes a file with a text; throws FileAlreadyExistsException if anything is there. */
    static void create(Path file, String text) throws IOException {
        makeFile(file);
        write(file, text, StandardOpenOption.TRUNCATE_EXISTING);
        syncNames(file);
    }

    /** Replaces a file as a whole: a reader sees the old or the new text, never a part, after a loss of power, too. */
    static void replace(Path file, String text) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try {
            // One that a crash left, or a link: whatever is there is not written through.
            Files.deleteIfExists(draft);
            reserve(draft);
            write(draft, text, StandardOpenOption.TRUNCATE_EXISTING);
            move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            discard(draft);
            throw unwritable(file, failed);
        }
    }

    private static void discard(Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (IOException stays) {
            // The next draft takes its place.
        }
    }

    private static void write(Path file, String text, OpenOption how) throws IOException {
        try (OutputStream out = Disk.present().open(file, how)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Moves a file or a folder, and waits until the disk has its new name and no longer the old one. */
    static void move(Path from, Path to, CopyOption... how) throws IOException {
        Files.move(from, to, how);
        syncNames(to);
        if (!Objects.equals(from.getParent(), to.getParent())) {
            syncNames(from);
        }
    }

    /** Removes a file that may be there, and waits until the disk knows it no longer. */
    static void remove(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            syncNames(file);
        }
    }

    private static void syncNames(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && hasRights(folder)) {
            Disk.present().syncFolder(folder);
        }
    }

    /**
     * Makes an empty file for its owner alone; what others may do with one that is there is taken from them.
     *
     * @return whether it was made
     * @throws EnvironmentFailure if something else than a file is there, such as a symbolic link
     */
    static boolean reserve(Path file) throws IOException {
        try {
            makeFile(file);
            return true;
        } catch (FileAlreadyExistsException there) {
            requirePlain(file);
            if (hasRights(file)) {
                restrict(file);
            }
            return false;
        }
    }

    private static void makeFile(Path file) throws IOException {
        if (hasRights(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE_OF_OWNER));
        } else {
            Files.createFile(file);
        }
    }

    /** Throws EnvironmentFailure if something else than a plain file is there; follows no symbolic link. */
    static void requirePlain(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new EnvironmentFailure(
                    "cannot write " + file + ": it is "
                            + (Files.isSymbolicLink(file) ? "a symbolic link, which is not followed" : "no plain file"),
                    "remove it, or name another place with --out");
        }
    }

    private static void restrict(Path file) {
        try {
            Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setPermissions(FILE_OF_OWNER);
        } catch (IOException refused) {
            // Some file systems, such as FAT, have the same rights for all files.
        }
    }

    /**
     * Makes a folder for its owner alone, and the folders above it so that others may not write to them; one that is there
     * stays as it is.
     *
     * @return the folders that were made, the highest first
     */
    static List<Path> folder(Path folder) throws IOException {
        var missing = new ArrayDeque<Path>();
        for (Path each = folder.toAbsolutePath(); each != null && !Files.isDirectory(each); each = each.getParent()) {
            missing.addFirst(each);
        }
        var made = new ArrayList<Path>();
        for (Path each : missing) {
            if (make(each, each.equals(missing.getLast()) ? FOLDER_OF_OWNER : FOLDER_ABOVE)) {
                made.add(each);
                syncNames(each);
            }
        }
        return made;
    }

    private static boolean make(Path folder, Set<PosixFilePermission> rights) throws IOException {
        try {
            if (hasRights(folder)) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(rights));
            } else {
                Files.createDirectory(folder);
            }
            return true;
        } catch (FileAlreadyExistsException there) {
            if (!Files.isDirectory(folder)) {
                throw there;
            }
            return false;
        }
    }

    private static boolean hasRights(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Returns the lines of a file, split before they are decoded: a crash may have cut the last one in the middle of a
     * letter. The last of them is what follows the last line break, and empty in a whole file.
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
                failed instanceof AccessDeniedException
                        ? "choose a folder that you may write to with --out"
                        : "free the disk or choose another folder with --out",
                failed);
    }
}
