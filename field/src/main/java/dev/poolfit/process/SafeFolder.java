package dev.poolfit.process;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether others could exchange what is in a folder. It looks at the folder and at each one above it, up to the
 * root, and at the links on the way: where nobody else may write to any of them, a path leads to the same file each time.
 */
public final class SafeFolder {
    /**
     * Names a folder that the user says is safe, such as a job's in a container: it and those above it are not looked at, and
     * for root its owner counts as the user.
     */
    public static final String SAFE = "POOLFIT_SAFE_FOLDER";

    private static final String SUDO = "SUDO_UID";
    private static final int ROOT = 0;
    private static final int MOST_LINKS = 40;

    /** Tells the rights of a file. */
    interface Look {
        FileRights at(Path file) throws IOException;
    }

    /**
     * Says why a folder is not safe.
     *
     * @param path the folder or link that others could change
     * @param what the same with its owner or its rights
     * @param remedy that makes it safe, if that is possible
     */
    public record Danger(Path path, String what, Optional<String> remedy) {}

    private final int user;
    private final Set<Integer> own;
    private final PrivateGroups groups;
    private final Look look;
    private final Optional<Path> safe;

    /**
     * @param user the number of the user that Poolfit runs as
     * @param environment of Poolfit
     */
    SafeFolder(int user, Map<String, String> environment, PrivateGroups groups, Look look) {
        this.user = user;
        this.own = new HashSet<>(Set.of(user));
        this.groups = groups;
        this.look = look;
        safe = Optional.ofNullable(environment.get(SAFE))
                .map(folder -> Path.of(folder).toAbsolutePath().normalize());
        if (user == ROOT) {
            number(environment.get(SUDO)).ifPresent(own::add);
            safe.map(this::owner).ifPresent(owner -> owner.ifPresent(own::add));
        }
    }

    private static OptionalInt number(@Nullable String text) {
        return text != null && text.matches("\\d{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    private OptionalInt owner(Path folder) {
        try {
            return OptionalInt.of(look.at(folder).owner());
        } catch (IOException absent) {
            return OptionalInt.empty();
        }
    }

    /**
     * Returns what is wrong with a folder of this user, which need not be there yet; nothing on systems without owners.
     *
     * @throws IOException if it cannot be looked at
     */
    public static Optional<Danger> danger(Path folder, Map<String, String> environment) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty();
        }
        int user = (int) new UnixSystem().getUid();
        return new SafeFolder(user, environment, PrivateGroups.ofMachine(), FileRights::of).danger(folder);
    }

    Optional<Danger> danger(Path folder) throws IOException {
        return danger(folder.toAbsolutePath().normalize(), true, MOST_LINKS);
    }

    /** @param last whether the path leads to the folder itself, and not to one above it */
    private Optional<Danger> danger(Path path, boolean last, int links) throws IOException {
        if (links == 0) {
            throw new IOException("too many symbolic links on the way to " + path);
        }
        if (safe.filter(folder -> folder.startsWith(path)).isPresent()) {
            return Optional.empty();
        }
        Path parent = path.getParent();
        if (parent != null) {
            Optional<Danger> above = danger(parent, false, links);
            if (above.isPresent()) {
                return above;
            }
        }
        FileRights found;
        try {
            found = look.at(path);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
        if (found.isLink()) {
            Optional<Danger> strange = strange(path, found, false);
            return strange.isPresent()
                    ? strange
                    : danger(path.resolveSibling(Files.readSymbolicLink(path)), last, links - 1);
        }
        Optional<Danger> strange = strange(path, found, last);
        return strange.isPresent() ? strange : writable(path, found, last);
    }

    private Optional<Danger> strange(Path path, FileRights found, boolean last) {
        if (own.contains(found.owner()) || (found.owner() == ROOT && !last)) {
            return Optional.empty();
        }
        return Optional.of(new Danger(
                path,
                path + " belongs to " + named(path, found.owner()) + ", and Poolfit runs as user " + user,
                Optional.empty()));
    }

    private static String named(Path path, int owner) {
        try {
            String name = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
            return "user " + owner + (name.equals(Integer.toString(owner)) ? "" : " (" + name + ")");
        } catch (IOException unknown) {
            return "user " + owner;
        }
    }

    private Optional<Danger> writable(Path path, FileRights found, boolean last) {
        boolean harmless = !found.isWritableByOthers()
                || (!last && found.isSticky())
                || (!found.isWritableByAll() && groups.only(found.group(), found.owner()));
        return harmless
                ? Optional.empty()
                : Optional.of(new Danger(
                        path,
                        path + " can be written to by other users (mode " + found.rights() + ")",
                        Optional.of("run chmod go-w " + path)));
    }
}
