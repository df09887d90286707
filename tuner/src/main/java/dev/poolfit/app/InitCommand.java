package dev.poolfit.app;

import dev.poolfit.draft.ExperimentDraft;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.journal.OutputFile;
import dev.poolfit.options.ServicePlace;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks at a running service and writes an experiment file that works as it stands. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Looks at a running service and writes an experiment file that works as it stands. Its GET routes"
                + " are requested a few times, its settings are not changed. In a terminal it asks two questions; Enter"
                + " takes the default.")
final class InitCommand implements Callable<Integer> {
    @Mixin
    private ServicePlace place = new ServicePlace();

    @Mixin
    private DraftOptions options = new DraftOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "The file to write (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("poolfit.yaml");

    @Option(names = "--budget", paramLabel = "TIME", description = "Time for all trials (default: ${DEFAULT-VALUE}).")
    private String budget = "5m";

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.system();
        var survey = new ServiceSurvey(place, options, System.getenv(), console::tell);
        Path there = out.toAbsolutePath().normalize().getParent();
        InvalidExperiment.all(this::folder, () -> survey.require(there == null ? Path.of("") : there, budget));
        Path folder = folder();
        if (Files.exists(out)) {
            throw exists();
        }
        if (console.terminal()) {
            options.complete(console::answer);
        }
        console.err().println("Looking at the service …");
        ExperimentDraft draft = survey.draft(folder, budget);
        write(draft.text());
        console.out().println("Wrote " + out + ":");
        console.out().println();
        draft.text().lines().forEach(line -> console.out().println("  " + line));
        console.out().println();
        var locked =
                survey.lockedOut(draft, "follow the comments in " + out + " beside load; or remove " + out + ", and ");
        if (locked.isPresent()) {
            throw locked.get();
        }
        draft.load()
                .headers()
                .forEach(each -> each.variable()
                        .ifPresent(variable -> console.out()
                                .println("First: set " + variable + " to the value of " + each.name()
                                        + ", which the file does not hold: export " + variable + "='…'")));
        console.out().println("Next: " + Console.command() + " tune " + out);
        return Main.DONE;
    }

    /** @throws InvalidExperiment if no file can be there */
    private Path folder() {
        Path folder = out.toAbsolutePath().normalize().getParent();
        if (out.toString().isBlank() || Files.isDirectory(out) || folder == null || !Files.isDirectory(folder)) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "--out",
                    "must be a file to write in a folder that exists, but is \"" + out + "\""
                            + (Files.isDirectory(out) ? ", a folder" : ""))));
        }
        return folder;
    }

    private void write(String text) throws IOException {
        try {
            OutputFile.create(out, text);
        } catch (FileAlreadyExistsException meanwhile) {
            throw exists();
        }
    }

    private EnvironmentFailure exists() {
        return new EnvironmentFailure(out + " exists already", "remove it, or name another file with --out");
    }
}
