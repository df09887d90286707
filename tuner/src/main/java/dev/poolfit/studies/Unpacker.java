package dev.poolfit.studies;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks the archives of the databases without any program outside Java. */
final class Unpacker {
    private Unpacker() {}

    /** Unpacks the needed entries below a root of a zip file. */
    static void zip(Path archive, String root, Pattern needed, Path target) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (entry.getName().startsWith(root)
                        && needed.matcher(entry.getName().substring(root.length()))
                                .matches()) {
                    try (InputStream content = zip.getInputStream(entry)) {
                        write(content, inside(target, entry.getName().substring(root.length())));
                    }
                }
            }
        }
    }

    /** Unpacks a tar.xz file that is itself an entry of a zip file, with its links and permissions. */
    static void zippedTarXz(Path archive, String name, Path target) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException(archive + " has no entry " + name);
            }
            try (InputStream content = new BufferedInputStream(zip.getInputStream(entry), 1 << 16);
                    TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(content))) {
                for (TarArchiveEntry next = tar.getNextEntry(); next != null; next = tar.getNextEntry()) {
                    unpack(tar, next, target);
                }
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
        Path path = inside(target, entry.getName());
        if (entry.isDirectory()) {
            Files.createDirectories(path);
        } else if (entry.isSymbolicLink()) {
            inside(
                    target,
                    target.relativize(path.resolveSibling(entry.getLinkName())).toString());
            Files.createDirectories(parent(path));
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
            write(tar, path);
            Files.setPosixFilePermissions(path, permissions(entry.getMode()));
        }
    }

    private static void write(InputStream content, Path path) throws IOException {
        Files.createDirectories(parent(path));
        Files.copy(content, path);
    }

    private static Path parent(Path path) throws IOException {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IOException(path + " has no parent folder");
        }
        return parent;
    }

    private static Path inside(Path target, String name) throws IOException {
        Path path = target.resolve(name).normalize();
        if (!path.startsWith(target.normalize())) {
            throw new IOException("The archive's entry " + name + " points outside the folder it is unpacked to");
        }
        return path;
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        PosixFilePermission[] bits = PosixFilePermission.values();
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < bits.length; bit++) {
            if ((mode >> (bits.length - 1 - bit) & 1) == 1) {
                permissions.add(bits[bit]);
            }
        }
        return permissions;
    }
}
