package dev.poolfit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes folders for temporary files, whose names say which process made them: what a killed run had no time to remove,
 * a later one finds and removes, however early it was killed.
 */
public final class WorkFolder {
    private static final Pattern NAME = Pattern.compile("poolfit-(.+)-\\d+");
    /** The most tries to remove a folder: a program that starts while the run is interrupted makes its log late. */
    private static final int MOST_TRIES = 10;
    /** The bytes that a log or an answer of a few lines needs. */
    private static final int TRIAL_BYTES = 1 << 12;

    private WorkFolder() {}

    /** Says that the system's folder for temporary files cannot be used. */
    public static final class Unusable extends IOException {
        private static final long serialVersionUID = 1;

        private Unusable(Path temporary, IOException why) {
            super("the folder for temporary files, " + temporary + ", cannot be used (" + reason(why) + ")", why);
        }

        private static String reason(IOException why) {
            if (why instanceof FileSystemException named) {
                return named.getReason() != null
                        ? named.getReason()
                        : why.getClass().getSimpleName();
            }
            return String.valueOf(why.getMessage());
        }

        /** Returns what a user can do about it. */
        public String remedy() {
            return "free its disk and check its rights, or name another folder with"
                    + " POOLFIT_JAVA_OPTS=-Djava.io.tmpdir=DIR";
        }
    }

    /**
     * Makes a folder that only this user may look into, in the system's folder for temporary files; it was tried
     * whether a file finds room there.
     *
     * @throws Unusable if it cannot be made or written to
     */
    public static Path create() throws Unusable {
        return create(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static Path create(Path temporary) throws Unusable {
        try {
            // A host may have any name, a file may not, and on Windows no colon, which an instant has.
            String owner = URLEncoder.encode(ProcessIdentity.current().text(), StandardCharsets.UTF_8);
            Path folder = Files.createTempDirectory(temporary, "poolfit-" + owner + "-");
            try {
                Path trial = Files.write(folder.resolve("trial"), new byte[TRIAL_BYTES], StandardOpenOption.CREATE_NEW);
                Files.delete(trial);
            } catch (IOException full) {
                removeQuietly(folder);
                throw full;
            }
            return folder;
        } catch (IOException failed) {
            throw new Unusable(temporary, failed);
        }
    }

    /** Removes those that processes which have ended left in the system's folder for temporary files. */
    public static void removeAbandoned() {
        removeAbandoned(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Removes what can be removed; what cannot, as where another user made it, stays. */
    static void removeAbandoned(Path temporary) {
        try (Stream<Path> files = Files.list(temporary)) {
            files.filter(WorkFolder::isAbandoned).forEach(WorkFolder::removeQuietly);
        } catch (IOException unreadable) {
            // Nothing can be left in a folder that cannot be read.
        }
    }

    private static boolean isAbandoned(Path folder) {
        Matcher name = NAME.matcher(folder.getFileName().toString());
        return name.matches()
                && identity(name.group(1))
                        .filter(owner -> owner.state() == ProcessIdentity.State.ENDED)
                        .isPresent()
                && isOwn(folder);
    }

    private static Optional<ProcessIdentity> identity(String text) {
        try {
            return ProcessIdentity.parse(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException other) {
            return Optional.empty();
        }
    }

    /** Returns whether this user made it, since others may give a folder of theirs any name in the common folder. */
    private static boolean isOwn(Path folder) {
        try {
            FileRights rights = FileRights.of(folder);
            return rights.isFolder()
                    && rights.owner() == FileRights.of(Path.of("/proc/self")).owner();
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    private static void removeQuietly(Path folder) {
        try {
            remove(folder);
        } catch (IOException gone) {
            // Whoever removes it too was faster, or something in it is another user's.
        }
    }

    /**
     * Removes a folder with all that is in it, also what is put into it meanwhile, and follows no symbolic link.
     *
     * @throws IOException if something in it cannot be removed
     */
    public static void remove(Path folder) throws IOException {
        for (int left = MOST_TRIES; ; left--) {
            try {
                removeOnce(folder);
                return;
            } catch (DirectoryNotEmptyException filled) {
                if (left == 1) {
                    throw filled;
                }
            }
        }
    }

    private static void removeOnce(Path folder) throws IOException {
        try (Stream<Path> paths = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }
}
