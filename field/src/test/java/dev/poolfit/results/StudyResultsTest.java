package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published tables of the studies can be read as they are. */
class StudyResultsTest {
    @ParameterizedTest
    @CsvSource({
        "stock-300ms, 6",
        "stock-50ms, 2",
        "board, 9",
        "studies, 5",
        "studies-timeout, 5",
        "studies-large, 2",
        "solutions-before, 2",
        "solutions-after, 2",
        "posts, 2"
    })
    void a_published_table_has_an_observation_a_row(String name, int rows) {
        Results results = ResultsReader.read(Path.of("../examples/results", name + ".csv"));

        assertThat(results.observations()).hasSize(rows);
        assertThat(results.notices()).isEmpty();
        assertThat(results.observations())
                .allSatisfy(each -> assertThat(each.throughput()).isPresent());
    }
}
