package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Names the files of a run. */
public record RunFolder(Path path) {
    private static final String ELSEWHERE = "choose another folder with --out, in one that only you can write to";
    private static final String SERVICE_LOG = "service.log";
    private static final List<String> OF_A_RUN = List.of(
            "experiment.yaml",
            "trials.jsonl",
            "live.jsonl",
            "series",
            "notes.json",
            "result.json",
            "report.html",
            "application-poolfit.yml",
            "holders.json",
            "holders.html",
            "database.log");

    public RunFolder {
        path = path.toAbsolutePath().normalize();
    }

    /** Returns the experiment file as it was when the run began, its secrets hidden. */
    public Path experiment() {
        return path.resolve("experiment.yaml");
    }

    /** Returns the file of the trials, a line of JSON each. */
    public Path trials() {
        return path.resolve("trials.jsonl");
    }

    /** Returns the CSV of a trial's seconds, by the trial's number from 1. */
    public Path series(int trial) {
        return path.resolve("series").resolve(String.format(Locale.ROOT, "%03d.csv", trial));
    }

    /** Returns the file of what the report needs beside the trials: settings found, machine, what could not be read. */
    public Path notes() {
        return path.resolve("notes.json");
    }

    /** Returns the file of who held the connections. */
    public Path holders() {
        return path.resolve("holders.json");
    }

    /** Returns the page of who held the connections. */
    public Path holdersPage() {
        return path.resolve("holders.html");
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
        return path.resolve(SERVICE_LOG);
    }

    /** Returns a file that is there while a service has other settings than it was found with. */
    public Path restore() {
        return path.resolve("restore.json");
    }

    /** Returns a file that is locked while a tuner works in the folder. */
    Path lock() {
        return path.resolve(".lock");
    }

    /** Returns whether a run has written anything here. */
    public boolean holdsRun() {
        return Files.exists(experiment()) || Files.exists(trials());
    }

    /**
     * Makes the folder for its owner alone, where it is not there.
     *
     * @return the folders that were made, the highest first
     * @throws EnvironmentFailure if it cannot be made, or if other users could exchange what is in it
     */
    public List<Path> make() {
        return OwnFolder.make(path, ELSEWHERE);
    }

    /**
     * Looks at the folder, as far as it is there, and at those above it.
     *
     * @throws EnvironmentFailure if other users could exchange what is in it, with what to do
     */
    public void requireOwn() {
        OwnFolder.require(path, ELSEWHERE);
    }

    /**
     * Replaces one of the run's files as a whole, for its owner alone.
     *
     * @throws EnvironmentFailure if it cannot be written, or if other users could exchange it
     */
    public void write(Path file, String text) {
        requireOwn();
        DurableFiles.replace(file, text);
    }

    /**
     * Begins the log of a service that is to be launched; that of an earlier run goes where the rest of that run goes
     * once {@link #prepare} moves it aside.
     *
     * @param again whether the earlier run is taken up, so that its log goes on
     * @throws EnvironmentFailure if it cannot be written
     */
    public void beginServiceLog(boolean again) {
        try {
            if (!again && holdsRun() && Files.exists(serviceLog())) {
                Path kept = earlier().resolve(SERVICE_LOG);
                if (!Files.exists(kept)) {
                    DurableFiles.move(serviceLog(), kept);
                }
            }
            DurableFiles.reserve(serviceLog());
        } catch (IOException failed) {
            throw DurableFiles.unwritable(serviceLog(), failed);
        }
    }

    /**
     * Makes the folder, and moves the files of an earlier run in it to a numbered folder within, so that nothing
     * measured is lost.
     *
     * @throws EnvironmentFailure if it cannot be written
     */
    void prepare() {
        make();
        try {
            if (holdsRun()) {
                Path earlier = earlier();
                for (String name : OF_A_RUN) {
                    if (Files.exists(path.resolve(name))) {
                        DurableFiles.move(path.resolve(name), earlier.resolve(name));
                    }
                }
            }
            DurableFiles.folder(path.resolve("series"));
        } catch (IOException failed) {
            throw DurableFiles.unwritable(path, failed);
        }
    }

    /**
     * Returns the place of an earlier run once another begins in this folder; empty where it holds none.
     *
     * @throws EnvironmentFailure if it cannot be read
     */
    public Optional<Path> displaced() {
        try {
            return holdsRun() ? Optional.of(nextEarlier()) : Optional.empty();
        } catch (IOException failed) {
            throw DurableFiles.unwritable(path, failed);
        }
    }

    private Path earlier() throws IOException {
        Path earlier = nextEarlier();
        DurableFiles.folder(earlier);
        return earlier;
    }

    /** Returns the numbered folder for the run that is moved aside next: a new one, or the one with its log. */
    private Path nextEarlier() throws IOException {
        int number = 1;
        while (taken(path.resolve("earlier-" + number))) {
            number++;
        }
        return path.resolve("earlier-" + number);
    }

    private static boolean taken(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Files.exists(folder);
        }
        try (Stream<Path> files = Files.list(folder)) {
            return !files.allMatch(each -> each.endsWith(SERVICE_LOG));
        }
    }
}
