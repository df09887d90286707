package dev.poolfit.app;

import dev.poolfit.compare.ComparedRun;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.journal.NoRun;
import dev.poolfit.journal.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finished runs, read from their folders. */
final class RunFolders {
    private RunFolders() {}

    /**
     * Those that are named, and then those within folders that are none themselves, the oldest first.
     *
     * @throws NoRun if a folder neither is nor holds one
     * @throws InvalidExperiment if one is damaged
     */
    static List<ComparedRun> read(List<Path> folders) throws IOException {
        var runs = new ArrayList<ComparedRun>();
        folders.stream().filter(each -> !holdsRuns(each)).map(RunFolders::read).forEach(runs::add);
        for (Path each : folders) {
            if (holdsRuns(each)) {
                runs.addAll(within(each));
            }
        }
        return runs;
    }

    private static List<ComparedRun> within(Path folder) throws IOException {
        try (Stream<Path> inner = Files.list(folder)) {
            List<Path> found =
                    inner.filter(one -> new RunFolder(one).holdsRun()).toList();
            if (found.isEmpty()) {
                throw new NoRun(folder);
            }
            return found.stream()
                    .map(RunFolders::read)
                    .sorted(Comparator.comparing(run -> run.run().circumstances().started()))
                    .toList();
        }
    }

    private static boolean holdsRuns(Path folder) {
        return Files.isDirectory(folder) && !new RunFolder(folder).holdsRun();
    }

    private static ComparedRun read(Path path) {
        FinishedRun read;
        try {
            read = FinishedRun.of(new RunFolder(path));
        } catch (InvalidExperiment damaged) {
            throw new InvalidExperiment(damaged.problems().stream()
                    .map(each -> new Problem(each.line(), path + ": " + each.field(), each.message()))
                    .toList());
        }
        Path name = path.toAbsolutePath().normalize().getFileName();
        return new ComparedRun(
                String.valueOf(name),
                read.output().run(),
                read.notes().cores(),
                read.notes().serviceCores());
    }
}
