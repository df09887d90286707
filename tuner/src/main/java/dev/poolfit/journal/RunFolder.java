package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Where a run keeps its files. */
public record RunFolder(Path path) {
    private static final List<String> OF_A_RUN = List.of(
            "experiment.yaml",
            "trials.jsonl",
            "series",
            "notes.json",
            "result.json",
            "report.html",
            "application-poolfit.yml",
            "service.log",
            "database.log");

    public RunFolder {
        path = path.toAbsolutePath().normalize();
    }

    public Path experiment() {
        return path.resolve("experiment.yaml");
    }

    public Path trials() {
        return path.resolve("trials.jsonl");
    }

    public Path series(int trial) {
        return path.resolve("series").resolve(String.format(Locale.ROOT, "%03d.csv", trial));
    }

    /** What the report needs beside the trials: the settings found, the machine, what could not be read. */
    public Path notes() {
        return path.resolve("notes.json");
    }

    public Path result() {
        return path.resolve("result.json");
    }

    public Path report() {
        return path.resolve("report.html");
    }

    public Path settings() {
        return path.resolve("application-poolfit.yml");
    }

    public Path serviceLog() {
        return path.resolve("service.log");
    }

    /** Present while a service has other settings than it was found with. */
    public Path restore() {
        return path.resolve("restore.json");
    }

    public boolean holdsRun() {
        return Files.exists(experiment()) || Files.exists(trials());
    }

    /**
     * Makes the folder, and moves the files of an earlier run in it to a numbered folder within, so that nothing
     * measured is lost.
     *
     * @throws EnvironmentFailure if it cannot be written
     */
    public void prepare() {
        try {
            Files.createDirectories(path);
            if (holdsRun()) {
                int number = 1;
                while (Files.exists(path.resolve("earlier-" + number))) {
                    number++;
                }
                Path earlier = Files.createDirectory(path.resolve("earlier-" + number));
                for (String name : OF_A_RUN) {
                    if (Files.exists(path.resolve(name))) {
                        Files.move(path.resolve(name), earlier.resolve(name));
                    }
                }
            }
            Files.createDirectories(path.resolve("series"));
        } catch (IOException failed) {
            throw DurableFiles.unwritable(path, failed);
        }
    }
}
