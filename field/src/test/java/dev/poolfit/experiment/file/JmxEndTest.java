package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.LoadEnd;
import dev.poolfit.experiment.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the load of a plan is over by itself; what the plan alone does not tell counts as going on. */
class JmxEndTest {
    private static final String SAMPLER =
            element("HTTPSamplerProxy", "<stringProp name=\"HTTPSampler.path\">/</stringProp>");

    @TempDir
    Path folder;

    private static String element(String tag, String properties) {
        return "<" + tag + " testname=\"it\">" + properties + "</" + tag + "><hashTree/>";
    }

    private static String text(String name, String value) {
        return "<stringProp name=\"" + name + "\">" + value + "</stringProp>";
    }

    private static String group(String threads, String loops, String more, String inside) {
        return "<ThreadGroup testname=\"g\">" + text("ThreadGroup.num_threads", threads) + more
                + "<elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\">"
                + text("LoopController.loops", loops) + "</elementProp></ThreadGroup><hashTree>" + inside
                + "</hashTree>";
    }

    private static String timed(int seconds) {
        return "<boolProp name=\"ThreadGroup.scheduler\">true</boolProp>" + text("ThreadGroup.duration", "" + seconds)
                + text("ThreadGroup.delay", "5");
    }

    private static String data(String file, boolean recycle, boolean stops, String more) {
        return element(
                "CSVDataSet",
                text("filename", file) + "<boolProp name=\"recycle\">" + recycle
                        + "</boolProp><boolProp name=\"stopThread\">" + stops + "</boolProp>" + more);
    }

    private JmeterPlan plan(String elements) throws IOException {
        Path file = Files.writeString(folder.resolve("plan.jmx"), """
                <jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree>
                %s
                </hashTree></hashTree></jmeterTestPlan>
                """.formatted(elements));
        var plan = new JmeterPlan(file, Map.of("users", new Secret("7")), Set.of());
        assertThat(plan.malformed()).isEmpty();
        return plan;
    }

    private Optional<LoadEnd> end(String elements) throws IOException {
        return plan(elements).end();
    }

    private static Optional<LoadEnd> after(LoadEnd.Cause cause, long count) {
        return Optional.of(new LoadEnd(cause, count, Optional.empty()));
    }

    @Test
    void loops_end_it_after_threads_times_loops_times_requests() throws IOException {
        assertThat(end(group("100", "1", "", SAMPLER))).isEqualTo(after(LoadEnd.Cause.REQUESTS, 100));
        assertThat(end(group("${__P(users)}", "${__P(loops,3)}", "", SAMPLER + SAMPLER)))
                .isEqualTo(after(LoadEnd.Cause.REQUESTS, 42));
        assertThat(end(group("2", "5", "", SAMPLER) + group("1", "1", "", SAMPLER)))
                .isEqualTo(after(LoadEnd.Cause.REQUESTS, 11));
        assertThat(end(group("2", "5", timed(60), SAMPLER)))
                .contains(new LoadEnd(LoadEnd.Cause.REQUESTS, 10, Optional.of(Duration.ofSeconds(65))));
    }

    @Test
    void where_controllers_decide_how_often_requests_are_sent_iterations_are_told() throws IOException {
        assertThat(end(group("2", "5", "", element("IfController", "") + SAMPLER)))
                .isEqualTo(after(LoadEnd.Cause.ITERATIONS, 10));
    }

    @Test
    void a_time_ends_it() throws IOException {
        assertThat(end(group("2", "-1", timed(60), SAMPLER))).contains(LoadEnd.after(Duration.ofSeconds(65)));
        assertThat(end(group("2", "-1", timed(60), SAMPLER) + group("2", "4", "", SAMPLER)))
                .contains(LoadEnd.after(Duration.ofSeconds(65)));
    }

    @Test
    void a_group_that_prepares_or_tidies_up_does_not_count() throws IOException {
        String prepares = group("1", "1", "", SAMPLER)
                .replace("ThreadGroup testname", "SetupThreadGroup testname")
                .replace("</ThreadGroup>", "</SetupThreadGroup>");
        assertThat(end(prepares + group("2", "5", "", SAMPLER))).isEqualTo(after(LoadEnd.Cause.REQUESTS, 10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "${loops}", "${__P(loops)}"})
    void a_group_that_loops_for_ever_or_nobody_knows_how_often_goes_on(String loops) throws IOException {
        assertThat(end(group("2", loops, "", SAMPLER))).isEmpty();
        assertThat(end(group("2", "5", "", SAMPLER) + group("2", loops, "", SAMPLER)))
                .isEmpty();
        assertThat(end(group("2", "1", "", element("LoopController", text("LoopController.loops", loops)) + SAMPLER)))
                .isEmpty();
        assertThat(end(group("2", "1", "", element("WhileController", "") + SAMPLER)))
                .isEmpty();
    }

    @Test
    void a_file_at_whose_end_threads_stop_ends_it_after_its_rows() throws IOException {
        Files.writeString(folder.resolve("users.csv"), "name\nanne\nbob\ncarl\n");
        String header = text("variableNames", "");

        assertThat(end(group("2", "-1", "", data("users.csv", false, true, header) + SAMPLER)))
                .isEqualTo(after(LoadEnd.Cause.ROWS, 3));
        assertThat(end(data("users.csv", false, true, header) + group("2", "9", "", SAMPLER)))
                .isEqualTo(after(LoadEnd.Cause.ROWS, 3));
        assertThat(end(group("2", "1", "", data("users.csv", false, true, header) + SAMPLER)))
                .isEqualTo(after(LoadEnd.Cause.REQUESTS, 2));
        assertThat(end(group(
                        "2",
                        "-1",
                        "",
                        data(
                                        "users.csv",
                                        false,
                                        true,
                                        text("variableNames", "n") + text("shareMode", "shareMode.thread"))
                                + SAMPLER)))
                .isEqualTo(after(LoadEnd.Cause.ROWS, 8));
        assertThat(end(group("2", "-1", "", data("users.csv", true, false, header) + SAMPLER)))
                .isEmpty();
        assertThat(end(group("2", "-1", "", data("users.csv", false, false, header) + SAMPLER)))
                .isEmpty();
    }

    @Test
    void a_data_file_that_is_not_there_is_named_with_its_place() throws IOException {
        Files.writeString(folder.resolve("there.csv"), "a\n");

        assertThat(plan(group("1", "-1", "", data("no-such.csv", true, false, "") + data("there.csv", true, false, "")))
                        .lacks())
                .singleElement()
                .asString()
                .isEqualTo("reads " + folder.resolve("no-such.csv").toAbsolutePath()
                        + " in the CSVDataSet \"it\" in line 2, which does not exist");
        assertThat(plan(group("1", "-1", "", data("${folder}/x.csv", true, false, "")))
                        .lacks())
                .isEmpty();
    }
}
