package dev.poolfit.app;

import dev.poolfit.experiment.Secret;
import dev.poolfit.journal.PendingChanges;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.process.WorkFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts back the settings that killed runs left changed. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = "Puts back the settings that a killed run left changed; without DIR, those of every run.")
final class RestoreCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The run's folder (default: every run).")
    private @Nullable Path directory;

    @Option(
            names = "--jmx-password",
            interactive = true,
            prompt = "Password of the JMX user: ",
            description = "Ask for the password of the JMX user, where the run's experiment.yaml does not name an"
                    + " environment variable that holds it.")
    private char @Nullable [] jmxPassword;

    @Option(
            names = "--trust",
            description =
                    "Use also a note that no run of yours wrote, and one whose run cannot be seen from here to have"
                            + " ended. It makes Poolfit connect to the address that it names, or run the command.")
    private boolean trust;

    @Override
    public Integer call() {
        Console console = Console.system();
        Map<String, String> environment = System.getenv();
        WorkFolder.removeAbandoned();
        PendingChanges pending = directory == null
                ? PendingChanges.of(environment)
                : PendingChanges.in(new RunFolder(directory), environment, trust);
        if (pending.isEmpty()) {
            requireThere();
            console.out().println("Nothing to put back.");
            return Main.DONE;
        }
        Optional<Secret> password =
                Optional.ofNullable(jmxPassword).map(String::new).map(Secret::new);
        return new StaleChanges(environment, console.out(), found -> password, trust).putBack(pending)
                ? Main.DONE
                : Main.ENVIRONMENT_FAILED;
    }

    private void requireThere() {
        if (directory != null && !Files.isDirectory(directory)) {
            throw new ParameterException(spec.commandLine(), "there is no folder " + directory);
        }
    }
}
