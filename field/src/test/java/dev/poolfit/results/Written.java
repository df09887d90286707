package dev.poolfit.results;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files of results that a test writes, and what reading them gives. */
final class Written {
    private Written() {}

    static Path file(Path folder, byte[] content) {
        try {
            return Files.write(Files.createTempFile(folder, "results", ".any"), content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Results results(Path folder, String content) {
        return ResultsReader.read(file(folder, content.getBytes(StandardCharsets.UTF_8)));
    }

    static List<Problem> problems(Path file) {
        return catchThrowableOfType(InvalidExperiment.class, () -> ResultsReader.read(file))
                .problems();
    }

    /** What is said of a file with this content, the file's name left out. */
    static String complaints(Path folder, String content) {
        Path file = file(folder, content.getBytes(StandardCharsets.UTF_8));
        return String.join("\n", problems(file).stream().map(Problem::toString).toList())
                .replace(file.toString(), "FILE");
    }
}
