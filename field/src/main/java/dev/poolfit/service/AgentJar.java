package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.FileRights;
import dev.poolfit.units.UserFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the file that services load Poolfit's agent from. Its path stays on their class path and is opened again with
 * each later agent, so it must be one at which nobody else can ever put a file: it is never removed, its name changes
 * with its content, and its folders are checked before each load, up to the root.
 */
final class AgentJar {
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> READ_ONLY = PosixFilePermissions.fromString("r--r--r--");
    private static final int ROOT = 0;
    private static final String ELSEWHERE = "run Poolfit as the service's user, with " + UserFolder.CACHE.variable()
            + " set to a folder that only that user can write to";

    /** Tells the rights of a file. */
    interface Look {
        FileRights at(Path file) throws IOException;
    }

    private final Path base;
    private final Set<PosixFilePermission> rights;
    private final int user;
    private final Look look;

    /**
     * @param base the folder for caches
     * @param rights of Poolfit's folders in it
     * @param user the number of the user that Poolfit runs as
     */
    private AgentJar(Path base, Set<PosixFilePermission> rights, int user, Look look) {
        this.base = base;
        this.rights = rights;
        this.user = user;
        this.look = look;
    }

    /** Keeps it in the cache of the user, which nobody else needs to look into. */
    static AgentJar own(Map<String, String> environment, int user, Look look) {
        return new AgentJar(Path.of(UserFolder.CACHE.in(environment)), OWN, user, look);
    }

    /** Keeps it where a service of another user can read it, which is root's to offer alone. */
    static AgentJar shared(Path base, int user, Look look) {
        return new AgentJar(base, READABLE, user, look);
    }

    /**
     * Returns the file, whole and safe.
     *
     * @throws EnvironmentFailure if others could put code into the service by it
     * @throws IOException if it cannot be written
     */
    Path file() throws IOException {
        byte[] content = content();
        Path jar = folder().resolve("poolfit-agent-" + digest(content) + ".jar");
        if (jar.toString().contains("=")) {
            throw new EnvironmentFailure(
                    "the path " + jar + " has the sign =, at which a JVM would cut it off",
                    "set " + UserFolder.CACHE.variable() + " to another folder");
        }
        if (!Files.exists(jar, LinkOption.NOFOLLOW_LINKS) || !holds(jar, content)) {
            write(jar, content);
        }
        if (!holds(jar, content)) {
            throw unsafe(jar + " changed while it was written", "check who else writes to it");
        }
        return jar;
    }

    static byte[] content() throws IOException {
        try (var packed = AgentJar.class.getResourceAsStream("poolfit-agent.jar")) {
            if (packed == null) {
                throw new IOException("Poolfit was built without its agent");
            }
            return packed.readAllBytes();
        }
    }

    private static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Path folder() throws IOException {
        if (!base.isAbsolute()) {
            throw new EnvironmentFailure(
                    "the user that Poolfit runs as has no home folder",
                    "set " + UserFolder.CACHE.variable() + " to a folder that only this user can write to");
        }
        if (!Files.isDirectory(base)) {
            Files.createDirectories(base, PosixFilePermissions.asFileAttribute(rights));
        }
        Path folder = base.toRealPath();
        for (Path each = folder; each != null; each = each.getParent()) {
            refuseStrangers(each, look.at(each), List.of(ROOT, user));
        }
        for (String name : List.of("poolfit", "agent")) {
            folder = folder.resolve(name);
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWN));
            }
            FileRights found = look.at(folder);
            refuseUnless(found.isFolder(), folder, "folder");
            refuseStrangers(folder, found, List.of(user));
            if (rights.equals(READABLE)) {
                Files.setPosixFilePermissions(folder, rights);
            }
        }
        return folder;
    }

    private boolean holds(Path jar, byte[] content) throws IOException {
        FileRights found = look.at(jar);
        refuseUnless(found.isFile(), jar, "file");
        refuseStrangers(jar, found, List.of(user));
        return Files.size(jar) == content.length && Arrays.equals(Files.readAllBytes(jar), content);
    }

    private static void write(Path jar, byte[] content) throws IOException {
        Path draft = Files.createTempFile(jar.getParent(), "draft", ".jar");
        try {
            Files.write(draft, content);
            Files.setPosixFilePermissions(draft, READ_ONLY);
            Files.move(draft, jar, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void refuseUnless(boolean ordinary, Path path, String kind) {
        if (!ordinary) {
            throw unsafe(path + " is not a plain " + kind, "remove it");
        }
    }

    private static void refuseStrangers(Path path, FileRights found, List<Integer> owners) {
        if (!owners.contains(found.owner())) {
            throw unsafe(path + " belongs to another user (" + found.owner() + ")", ELSEWHERE);
        }
        if (found.isWritableByOthers()) {
            throw unsafe(
                    path + " can be written to by other users (mode " + found.rights() + ")",
                    "run chmod go-w " + path + ", or " + ELSEWHERE);
        }
    }

    private static EnvironmentFailure unsafe(String what, String remedy) {
        return new EnvironmentFailure(what + ", so others could put code into the service", remedy);
    }
}
