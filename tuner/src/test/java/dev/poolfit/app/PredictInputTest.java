package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever people give to {@code predict}, it answers with an interval or says what is wrong and what to do. */
class PredictInputTest {
    static final String PLAIN = "pool,threads,throughput\n10,100,32\n20,100,64\n";

    @TempDir
    private Path folder;

    record Answer(int exit, String out, String err) {
        JsonNode json() {
            return JsonMapper.builder().build().readTree(out);
        }
    }

    static Answer predict(Path file, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var all = new ArrayList<>(List.of("predict", "--results", file.toString(), "--format", "json"));
        all.addAll(List.of(arguments));
        int exit = Main.commandLine(CommandLine.defaultFactory())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
        return new Answer(exit, out.toString(), err.toString());
    }

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("results.csv"), text.replace("\\n", "\n"));
    }

    private void refused(Answer answer, String said) {
        assertThat(answer.err()).contains(said).doesNotContain("\tat ").doesNotContain("unexpected");
        assertThat(answer.exit()).isEqualTo(Main.BAD_INPUT);
        assertThat(answer.out()).isEmpty();
    }

    /** What was answered, every interval checked. */
    static JsonNode answered(Answer answer) {
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exit()).isEqualTo(Main.DONE);
        JsonNode predictions = answer.json().path("predictions");
        assertThat(predictions.size()).isPositive();
        predictions.forEach(each -> {
            assertOpen(each.path("throughput"));
            assertOpen(each.path("meanMsInterval"));
            assertOpen(each.path("p99MsInterval"));
            assertOpen(each.path("errorRateInterval"));
        });
        return predictions;
    }

    private static void assertOpen(JsonNode interval) {
        assertThat(interval.path("low").asDouble(Double.NaN))
                .isLessThan(interval.path("high").asDouble(Double.NaN));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                       | results.csv must have a heading and rows, but is empty
            'pool,threads,throughput\n'                              | results.csv must have at least one row below the heading
            'pool,throughput\n10,fast\n'                             | results.csv: line 2: throughput (column 2) must be a rate
            'pool,throughput\n10,NaN\n'                              | line 2: throughput (column 2) must be a rate a second from 0.001 to 10000000, but is "NaN"
            'pool,throughput\n10,Infinity\n'                         | but is "Infinity"; correct it
            'pool,throughput\n10,1e12\n'                             | from 0.001 to 10000000, but is 1e12; correct it
            'pool,throughput\n10,-32\n'                              | but is -32; correct it
            'pool,throughput\n1000000,32\n'                          | line 2: pool (column 1) must be a whole number from 1 to 10000
            'pool,threads,throughput\n9000,9000,32\n'                | results.csv must be at most 500,000 in pool × threads
            'threads,throughput\n100,32\n50,20\n'                    | results.csv must be results with a pool for every row, in its column or by --assume pool=…, but is without one at line 2, line 3
            'pool,mean_ms\n10,32\n'                                  | results.csv must be results with a throughput above 0 in one row at least
            'pool,threads,throughput\n10,100,32\n20'                 | results.csv: line 3: the line must have 3 cells as the heading has, but has 1; the file ends here: if it was cut off
            'timeStamp,elapsed,success\n1662749136192,44,true\n1662' | results.csv must cover at least 3 s, but covers 1 s
            '{"metrics": {"http_reqs": {"count": 100, "ra'           | results.csv: line 1: character 45 is not JSON
            """)
    void a_file_that_says_nothing_is_refused_by_its_name(String text, String said) throws Exception {
        refused(predict(file(text), "--at", "pool=15"), said);
    }

    @Test
    void every_wrong_cell_is_told_with_file_line_column_value_and_remedy() throws Exception {
        Answer answer = predict(file("pool,threads,throughput\n10,x,32\n20,100,fast\n-3,100,64\n"), "--at", "pool=15");

        refused(answer, "");
        assertThat(answer.err().lines())
                .hasSize(3)
                .allMatch(line -> line.contains("results.csv: line ") && line.contains("; correct it, or"))
                .anyMatch(line -> line.contains("line 2: threads (column 2)") && line.contains("\"x\""));
    }

    @Test
    void what_is_no_file_is_refused() {
        refused(predict(folder.resolve("none.csv"), "--at", "pool=15"), "does not exist; check the path");
        refused(predict(folder, "--at", "pool=15"), "must be a file of results, but is a directory");
    }

    @Test
    void a_file_that_cannot_be_read_is_refused() throws Exception {
        Path memory = Path.of("/proc/self/mem");
        assumeThat(memory).exists();
        refused(predict(memory, "--at", "pool=15"), "/proc/self/mem cannot be read (");

        Path closed = file(PLAIN);
        assertThat(closed.toFile().setReadable(false)).isTrue();
        assumeThat(Files.isReadable(closed)).isFalse();
        refused(predict(closed, "--at", "pool=15"), "may not be read by this user");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pool=0                | --at pool must be numbers and ranges from 1 to 10000
            pool=1.5              | but is "1.5"
            pool=20..10           | but is "20..10"
            pool=                 | but is ""
            pool                  | --at must be one of pool=…, threads=…, connection-timeout=…, but is "pool"
            queue=5               | but is "queue=5"
            connection-timeout=3  | --at connection-timeout must be a duration with its unit
            threads=9000,pool=900 | but is "pool=900"
            """)
    void a_malformed_question_is_refused(String at, String said) throws Exception {
        refused(predict(file(PLAIN), "--at", at), said);
    }

    @Test
    void a_question_too_large_to_be_solved_is_refused() throws Exception {
        refused(
                predict(file(PLAIN), "--at", "pool=900", "--at", "threads=9000"),
                "--at must be at most 500,000 in pool × threads");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            users               | --assume must be a list such as key=value,key=value, but has "users"
            users=1e9           | --assume users must be a whole number from 1 to 100000, but is "1e9"
            users=100;users=200 | --assume users is given twice; keep one
            cores=2             | --assume does not know "cores"; known: pool,
            think=5             | --assume think must be a duration with its unit
            """)
    void a_malformed_assumption_is_refused(String assumed, String said) throws Exception {
        refused(predict(file(PLAIN), "--at", "pool=15", "--assume", assumed.replace(';', ',')), said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hold=-250ms   | --what-if hold=-250ms must be at least -60.8 ms, which takes away all of the fitted hold, but is -250.0 ms
            hold=-101%    | --what-if hold must be a change with its sign
            hold=250ms    | --what-if hold must be a change with its sign
            db-cpu=-1s    | which takes away all of the fitted database CPU, but is -1000.0 ms
            pool=4        | --what-if does not know "pool"; known: hold
            """)
    void an_impossible_change_is_refused(String change, String said) {
        Path fast = Path.of("../examples/results/stock-50ms.csv");
        refused(predict(fast, "--at", "pool=15", "--what-if", change), said);
    }

    @Test
    void rows_of_one_setting_that_contradict_one_another_are_not_predicted_from() throws Exception {
        Path file = file("pool,threads,throughput\n10,100,32\n10,100,320\n20,100,64\n20,100,64\n");
        Answer refused = predict(file, "--at", "pool=15");
        Answer forced = predict(file, "--at", "pool=15", "--force");

        assertThat(refused.exit()).isEqualTo(Main.NO_ANSWER);
        assertThat(refused.json().path("predictions").isEmpty()).isTrue();
        assertThat(refused.err()).contains("lines 2, 3 have the same settings but differ by 116 %");
        JsonNode rate = answered(forced).get(0).path("throughput");
        assertThat(rate.path("high").asDouble())
                .isGreaterThan(1.5 * rate.path("low").asDouble());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'pool,threads,users,think_ms,throughput,mean_ms\n10,100,100,0,32,500\n20,100,100,0,64,9000\n'       | In 2 of 2 rows it does not hold within 5 %
            'pool,threads,users,think_ms,throughput\n10,100,5,60000,32\n20,100,5,60000,64\n'                    | so few users cannot ask that often
            'pool,threads,users,think_ms,throughput,mean_ms,p99_ms\n10,99,16,0,32,500,90\n20,99,16,0,64,250,90\n' | Are the columns swapped, or in different units?
            'pool,users,throughput,mean_ms,errors_per_s\n10,16,12,500,20\n20,16,24,250,40\n'                    | 63 % of the requests failed
            'pool,throughput,mean_ms\n5,50,100\n10,90,200\n'                                                    | Say how many users there were
            """)
    void rows_that_contradict_themselves_are_refused_by_the_check_that_fails(String text, String said)
            throws Exception {
        Answer answer = predict(file(text), "--at", "pool=15");

        assertThat(answer.exit()).isEqualTo(Main.NO_ANSWER);
        assertThat(answer.json().path("predictions").isEmpty()).isTrue();
        assertThat(answer.out()).contains(said);
        assertThat(answer.err()).contains(said, "--force").doesNotContain("\tat ");
    }
}
