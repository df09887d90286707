package dev.poolfit.app;

import dev.poolfit.journal.FolderName;
import dev.poolfit.journal.RunFolder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say where a command writes its page, and what it prints. */
final class PageOption {
    /** The form of what is printed. */
    enum Format {
        TABLE,
        JSON
    }

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the page (default: runs/${COMMAND-NAME}-NAME).")
    private @Nullable Path out;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private Format format = Format.TABLE;

    boolean given() {
        return out != null;
    }

    void require() {
        TuneCommand.requireFolder(out);
    }

    /**
     * Returns the folder, which is the user's own.
     *
     * @param name of it where none was chosen, such as {@code size-shop}
     */
    RunFolder folder(String name) {
        var folder = new RunFolder(out != null ? out : Path.of("runs", FolderName.of(name)));
        folder.requireOwn();
        return folder;
    }

    boolean json() {
        return format == Format.JSON;
    }
}
