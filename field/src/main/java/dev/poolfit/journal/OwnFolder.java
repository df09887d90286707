package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.SafeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes folders that nobody but their user can put a file into. */
final class OwnFolder {
    private OwnFolder() {}

    /**
     * Makes a folder for its owner alone, where it is not there.
     *
     * @param elsewhere how to name another folder
     * @return the folders that were made, the highest first
     * @throws EnvironmentFailure if it cannot be made, or if other users could exchange what is in it
     */
    static List<Path> make(Path folder, String elsewhere) {
        require(folder, elsewhere);
        try {
            List<Path> made = DurableFiles.folder(folder);
            require(folder, elsewhere);
            return made;
        } catch (IOException failed) {
            throw DurableFiles.unwritable(folder, failed);
        }
    }

    /**
     * Looks at a folder, as far as it is there, and at those above it.
     *
     * @throws EnvironmentFailure if other users could exchange what is in it, with what to do
     */
    static void require(Path folder, String elsewhere) {
        try {
            SafeFolder.danger(folder, System.getenv()).ifPresent(danger -> {
                throw new EnvironmentFailure(
                        "the folder " + folder + " is not safe: " + danger.what()
                                + ", so others could exchange the files in it",
                        danger.remedy().map(each -> each + ", or ").orElse("") + elsewhere + ", or name in "
                                + SafeFolder.SAFE + " a folder that you know to be safe, such as a build server's");
            });
        } catch (IOException failed) {
            throw DurableFiles.unwritable(folder, failed);
        }
    }
}
