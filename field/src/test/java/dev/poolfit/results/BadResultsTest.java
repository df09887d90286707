package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with a file of results is told at once: field, bound, actual value, line and what to do. */
class BadResultsTest {
    @TempDir
    private Path folder;

    private String complaints(String text) {
        return Written.complaints(folder, text);
    }

    @Test
    void every_wrong_cell_is_told_with_line_column_bound_and_value() {
        assertThat(complaints("""
                        pool,throughput,mean_ms
                        0,82,10
                        10,fast,10
                        20,165,-5
                        """).lines())
                .containsExactly(
                        "line 2: pool (column 1) must be a whole number from 1 to 10000, but is 0; correct it, or"
                                + " leave it blank where it is unknown",
                        "line 3: throughput (column 2) must be a rate a second from 0.001 to 10000000, but is"
                                + " \"fast\"; correct it, or leave it blank where it is unknown",
                        "line 4: mean_ms (column 3) must be a number of milliseconds greater than 0 and at most 86400000, but"
                                + " is -5; correct"
                                + " it, or leave it blank where it is unknown");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pool                  | 2.5      | a whole number from 1 to 10000, but is 2.5
            pool                  | 10000000 | a whole number from 1 to 10000, but is 10000000
            threads               | ten      | a whole number from 1 to 10000, but is "ten"
            users                 | 0.5      | a number from 1 to 100000, but is 0.5
            think_ms              | -1       | a number of milliseconds from 0 to 86400000, but is -1
            connection_timeout_ms | 0        | a whole number of milliseconds from 1 to 86400000, but is 0
            throughput            | 0        | a rate a second from 0.001 to 10000000, but is 0
            throughput            | NaN      | a rate a second from 0.001 to 10000000, but is "NaN"
            throughput            | Infinity | a rate a second from 0.001 to 10000000, but is "Infinity"
            throughput            | 1e400    | a rate a second from 0.001 to 10000000, but is 1e400
            throughput            | 82d      | a rate a second from 0.001 to 10000000, but is "82d"
            throughput            | 82 ms    | a rate a second from 0.001 to 10000000, but is "82 ms"
            throughput            | 1-2      | a rate a second from 0.001 to 10000000, but is 1-2
            p99_ms                | 0x10     | a number of milliseconds greater than 0 and at most 86400000, but is "0x10"
            errors_per_s          | -0.1     | a number from 0 to 1e12, but is -0.1
            """)
    void a_number_outside_its_bound_is_refused(String column, String value, String said) {
        String text = "marker," + column + "\nx," + value + "\n";
        String complaints = complaints(
                column.equals("throughput") || column.equals("p99_ms")
                        ? text
                        : "throughput," + column + "\n9," + value + "\n");

        assertThat(complaints)
                .isEqualTo("line 2: " + column + " (column 2) must be " + said
                        + "; correct it, or leave it blank where it is unknown");
    }

    @Test
    void a_decimal_comma_is_refused_not_guessed() {
        assertThat(complaints("pool;throughput\n10;82,5\n")).contains("line 2: throughput (column 2)", "\"82,5\"");
    }

    @Test
    void a_row_with_another_number_of_cells_is_refused_wherever_it_stands() {
        assertThat(complaints("pool,throughput\n10,82,3\n20\n30,90\n").lines())
                .containsExactly(
                        "line 2: the line must have 2 cells as the heading has, but has 3; add or remove separators",
                        "line 3: the line must have 2 cells as the heading has, but has 1; add or remove separators");
    }

    @Test
    void lines_are_counted_as_an_editor_counts_them() {
        assertThat(complaints("\npool,note,throughput\n\n10,\"two\nlines\",82\n20,x,bad\n"))
                .startsWith("line 6: throughput (column 3)");
    }

    @Test
    void of_very_many_problems_the_first_twenty_are_told() {
        assertThat(complaints("pool,throughput\n" + "0,-1\n".repeat(5_000)).lines())
                .hasSize(21)
                .first()
                .isEqualTo("FILE has 10,000 problems; these are the first 20");
    }

    @Test
    void a_column_named_twice_is_refused() {
        assertThat(complaints("pool,throughput,Pool\n1,2,3\n"))
                .isEqualTo("line 1: \"Pool\" (column 3) stands in the heading twice, first as column 1; keep one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                       | FILE must have a heading and rows, but is empty
            '  \n \n'                | FILE must have a heading and rows, but is empty
            'pool,throughput\n'      | FILE must have at least one row below the heading, but has none
            'pool,throughput\n,\n'   | FILE must have at least one row below the heading, but has none
            'pool,threads\n5,10\n'   | line 1: the heading must name one of throughput, mean_ms, p99_ms
            'pool,throughput\n5,\n'  | line 2: the line must have one of throughput, mean_ms, p99_ms, but has none
            'colour,size\nred,5\n'   | line 1: the heading must name known columns, but is "colour,size"
            '10,82\n20,165\n'        | print_field_names=true
            'pool,throughput\n5,"8\n6,9' | line 2: throughput (column 2) must be a rate
            '{"a": 1}'               | an object "metrics"
            '{"metrics": '           | is not JSON
            '<testResults><sample'   | holds none; The file is cut off at line 1
            '<testResults/>'         | FILE must hold at least one request, but holds none
            """)
    void a_file_of_another_shape_is_refused(String text, String said) {
        assertThat(complaints(text.replace("\\n", "\n"))).contains(said);
    }

    @Test
    void a_missing_file_and_a_directory_are_told_apart() {
        assertThat(Written.problems(folder.resolve("nowhere.csv")))
                .singleElement()
                .asString()
                .endsWith("nowhere.csv does not exist; check the path");
        assertThat(Written.problems(folder)).singleElement().asString().contains("is a directory");
    }

    @Test
    void binary_junk_is_refused_at_the_beginning_and_further_on() {
        byte[] packed = {0x1f, (byte) 0x8b, 8, 0, 0, 1, 2, 3};
        byte[] late = ("pool,throughput\n" + "5,90\n".repeat(40_000) + "\0").getBytes(StandardCharsets.UTF_8);
        late[late.length - 1] = (byte) 0xff;

        assertThat(Written.problems(Written.file(folder, packed)))
                .singleElement()
                .asString()
                .contains("must be text in UTF-8");
        assertThat(Written.problems(Written.file(folder, late)))
                .singleElement()
                .asString()
                .contains("must be text in UTF-8");
    }

    @Test
    void a_line_without_an_end_is_refused_without_filling_the_memory() {
        assertThat(complaints("pool,throughput\n5," + "9".repeat(3_000_000)))
                .contains("has more than 65536 characters");
        assertThat(complaints("p".repeat(3_000_000))).contains("its first one is longer");
    }

    @Test
    void control_characters_of_a_cell_do_not_reach_the_terminal() {
        assertThat(complaints("pool,throughput\n5,\"9\u001b[31m\"\n")).doesNotContain("\u001b");
    }
}
