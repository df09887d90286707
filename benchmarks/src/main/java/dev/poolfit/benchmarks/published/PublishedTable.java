package dev.poolfit.benchmarks.published;

import dev.poolfit.evidence.Observation;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.results.ResultsReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A table of {@code examples/results}.
 *
 * @param name its file without the ending
 * @param assumptions the assumptions of its study
 * @param rows in the order of the file
 */
record PublishedTable(String name, Assumptions assumptions, List<Observation> rows) {
    /** Reads a table of so many users who do not think, unless the rows say otherwise. */
    static PublishedTable read(Path home, String name, OptionalInt users) {
        Assumptions assumptions = new Assumptions(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                users,
                OptionalDouble.of(0),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                false,
                false);
        Path file = home.resolve("examples/results").resolve(name + ".csv");
        return new PublishedTable(name, assumptions, ResultsReader.read(file).observations());
    }

    List<Observation> rows(int... numbers) {
        return IntStream.of(numbers).mapToObj(rows::get).toList();
    }

    List<Observation> without(List<Observation> some) {
        return rows.stream().filter(row -> !some.contains(row)).toList();
    }
}
