package dev.poolfit.app;

import static dev.poolfit.app.PredictInputTest.PLAIN;
import static dev.poolfit.app.PredictInputTest.answered;
import static dev.poolfit.app.PredictInputTest.predict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.PredictInputTest.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whatever {@code predict} can answer has an interval, and what it passed over or assumed is said. */
class PredictAnswersTest {
    @TempDir
    private Path folder;

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("results.csv"), text.replace("\\n", "\n"));
    }

    @Test
    void one_row_is_answered_for_whatever_limited_it() throws Exception {
        Answer answer = predict(file("pool,threads,throughput\n10,100,32\n"), "--at", "pool=20");
        JsonNode rate = answered(answer).get(0).path("throughput");

        assertThat(rate.path("low").asDouble()).isLessThanOrEqualTo(32);
        assertThat(rate.path("high").asDouble()).isGreaterThanOrEqualTo(64);
        assertThat(answer.out()).contains("from one setting a model can tell little about others");
    }

    @Test
    void beyond_the_data_the_answer_is_marked_and_its_interval_wide() throws Exception {
        JsonNode predictions = answered(predict(file(PLAIN), "--at", "pool=15,500"));
        JsonNode inside = predictions.get(0).path("throughput");
        JsonNode outside = predictions.get(1).path("throughput");

        assertThat(predictions.get(0).path("extrapolated").asBoolean()).isFalse();
        assertThat(predictions.get(1).path("extrapolated").asBoolean()).isTrue();
        assertThat(outside.path("high").asDouble() / outside.path("low").asDouble())
                .isGreaterThan(
                        2 * inside.path("high").asDouble() / inside.path("low").asDouble());
    }

    @Test
    void another_connection_timeout_is_shown_and_is_beyond_data_that_has_one() throws Exception {
        JsonNode predictions = answered(predict(file(PLAIN), "--at", "pool=10", "--at", "connection-timeout=1s,30s"));

        assertThat(predictions.get(0).path("settings").toString())
                .isEqualTo("{\"pool\":10,\"threads\":100,\"connection-timeout\":\"1s\"}");
        assertThat(predictions.get(0).path("extrapolated").asBoolean()).isTrue();
        assertThat(predictions.get(1).path("extrapolated").asBoolean()).isFalse();
    }

    @Test
    void a_knob_given_twice_asks_for_each_value_once() throws Exception {
        assertThat(answered(predict(file(PLAIN), "--at", "pool=15,15", "--at", "pool=15,20"))
                        .size())
                .isEqualTo(2);
    }

    @Test
    void an_assumption_that_contradicts_a_column_is_said_to_be_unused() throws Exception {
        Answer answer = predict(file(PLAIN), "--at", "pool=15", "--assume", "pool=7,threads=100");

        answered(answer);
        assertThat(answer.out())
                .contains("Every row has its own pool; the assumed one was not used.")
                .doesNotContain("its own number of worker threads");
    }

    @Test
    void unknown_columns_are_named_and_passed_over() throws Exception {
        Answer answer = predict(file("pool,colour,throughput\n10,red,32\n20,blue,64\n"), "--at", "pool=15");

        answered(answer);
        assertThat(answer.out()).contains("Columns that are not known are passed over: \\\"colour\\\".");
    }

    @Test
    void rates_at_their_bounds_are_answered() throws Exception {
        answered(predict(file("pool,threads,throughput\n10,100,0.001\n20,100,0.002\n"), "--at", "pool=15"));
        answered(predict(file("pool,threads,throughput\n10,100,10000000\n20,100,10000000\n"), "--at", "pool=15"));
    }

    @Test
    void the_same_question_gets_the_same_answer_to_the_letter() throws Exception {
        Path file = Path.of("../examples/results/stock-300ms.csv");

        assertThat(predict(file, "--at", "pool=15,40", "--at", "threads=50,100"))
                .isEqualTo(predict(file, "--at", "pool=15,40", "--at", "threads=50,100"));
    }

    @Test
    void a_hundred_thousand_settings_are_read_and_answered() throws Exception {
        var text = new StringBuilder("pool,threads,users,think_ms,throughput\n");
        for (int pool = 1; pool <= 100; pool++) {
            for (int threads = 1; threads <= 1_000; threads++) {
                text.append(pool + "," + threads + ",200,0," + Math.min(pool, threads) / 0.3125 + "\n");
            }
        }
        Answer answer = predict(file(text.toString()), "--at", "pool=50", "--at", "threads=100");

        assertThat(answered(answer).get(0).at("/throughput/mean").asDouble()).isBetween(155.0, 165.0);
        assertThat(answer.out()).contains("12 of 100000 settings, evenly spread, were fitted");
    }

    @Test
    void users_alone_are_enough_for_a_grid_of_pools_and_threads() throws Exception {
        List<String> rows = Files.readAllLines(Path.of("../examples/results/board.csv")).stream()
                .skip(1)
                .map(line -> line.split(",")[0] + "," + line.split(",")[1] + "," + line.split(",")[5])
                .toList();
        double sum = 0;
        for (int left = 1; left < rows.size() - 1; left++) {
            String[] held = rows.get(left).split(",");
            var others = new ArrayList<>(rows);
            others.remove(left);
            Answer answer = predict(
                    file("pool,threads,throughput\n" + String.join("\n", others)),
                    "--at=pool=" + held[0],
                    "--at=threads=" + held[1],
                    "--assume=users=100");
            sum += Math.abs(
                    answered(answer).get(0).at("/throughput/mean").asDouble() / Double.parseDouble(held[2]) - 1);
            assertThat(answer.out())
                    .contains("The users' think time is unknown; it was fitted.", "Not identifiable from the data: ");
        }
        assertThat(sum / (rows.size() - 2)).isLessThan(0.06);
    }
}
