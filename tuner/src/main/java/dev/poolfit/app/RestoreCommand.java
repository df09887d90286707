package dev.poolfit.app;

import dev.poolfit.journal.ChangeNote;
import dev.poolfit.journal.ChangeNote.Pending;
import dev.poolfit.journal.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Puts back the settings that killed runs left changed. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = "Puts back the settings that a killed run left changed; without DIR, those of every run.")
final class RestoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The run's folder.")
    private @Nullable Path directory;

    @Override
    public Integer call() {
        Console console = Console.system();
        Map<String, String> environment = System.getenv();
        List<Pending> pending = directory == null
                ? ChangeNote.pending(environment)
                : ChangeNote.pending(new RunFolder(directory), environment).stream()
                        .toList();
        if (pending.isEmpty()) {
            console.out().println("Nothing to put back.");
            return Main.DONE;
        }
        return new StaleChanges(environment, console.out()).putBack(pending) ? Main.DONE : Main.ENVIRONMENT_FAILED;
    }
}
