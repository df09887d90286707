package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is larger, deeper or longer than anybody writes is refused in words, before it costs memory or stack. */
class HostileFileTest {
    @TempDir
    private Path folder;

    private static List<String> problems(String text) {
        return said(catchThrowableOfType(
                InvalidExperiment.class, () -> new ExperimentReader(Map.of()).read(text, Path.of("/experiments"))));
    }

    private List<String> problems(Path file) {
        return said(catchThrowableOfType(InvalidExperiment.class, () -> new ExperimentReader(Map.of()).read(file)));
    }

    private static List<String> said(InvalidExperiment invalid) {
        assertThat(invalid).as("the file is refused").isNotNull();
        return invalid.problems().stream().map(Problem::toString).toList();
    }

    @Test
    void a_file_of_a_gigabyte_is_refused_before_it_is_read() throws IOException {
        Path file = folder.resolve("large.yaml");
        try (var large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(1L << 30);
        }
        assertThat(problems(file))
                .containsExactly(file + " must be at most 1 MiB, but is larger; is it an experiment file?");
    }

    @Test
    void large_files_that_an_experiment_names_are_refused() throws IOException {
        try (var plan = new RandomAccessFile(folder.resolve("shop.jmx").toFile(), "rw")) {
            plan.setLength(17 << 20);
        }
        Files.writeString(folder.resolve("ids.csv"), "id\n" + "1\n".repeat(1_000_001));

        assertThat(problems(Files.writeString(folder.resolve("plan.yaml"), "load: {jmeter: shop.jmx}")))
                .contains("line 1: load.jmeter must be at most 16 MiB, but is larger; is it a JMeter plan?");
        assertThat(problems(Files.writeString(folder.resolve("data.yaml"), "load: {data: {ids: ids.csv}}")))
                .contains("line 1: load.data.ids must be a CSV file of at most 1000000 values, but is "
                        + folder.resolve("ids.csv") + " with more from line 1000002 on");
    }

    @Test
    void what_is_no_text_is_refused() throws IOException {
        Path file = Files.write(folder.resolve("x.yaml"), "name: \u00e4".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(problems(file)).containsExactly(file + " must be UTF-8 text, but is not");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "[{a: "})
    void deep_nesting_is_refused_with_its_line(String opening) {
        assertThat(problems(opening.repeat(5_000)))
                .containsExactly("line 1: the file must be nested at most 32 deep, but is deeper here");
    }

    @Test
    void nesting_by_aliases_counts() {
        String deep = "name: &a0 [x]\n"
                + IntStream.range(1, 40)
                        .mapToObj(i -> "k" + i + ": &a" + i + " [*a" + (i - 1) + "]\n")
                        .collect(Collectors.joining());
        assertThat(problems(deep))
                .containsExactly("line 32: the file must be nested at most 32 deep, but is deeper here");
    }

    @Test
    void aliases_that_stand_for_millions_of_values_are_refused() {
        String laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
                + IntStream.range(1, 9)
                        .mapToObj(i -> "a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1)
                                + "]\n")
                        .collect(Collectors.joining());
        assertThat(problems(laughs))
                .containsExactly("line 5: the file must have at most 20000 keys and values, but has more, counting what"
                        + " aliases such as this one stand for");
    }

    @Test
    void a_value_that_holds_itself_is_refused() {
        assertThat(problems("name: x\nload: &a {users: *a}\n"))
                .containsExactly("line 2: the file must have *a only after the end of &a");
    }

    @Test
    void an_anchor_and_its_aliases_are_read() {
        assertThat(problems("name: &n shop\nservice: *n\n")).anyMatch(each -> each.contains("but is \"shop\""));
    }

    @Test
    void too_many_values_are_refused_with_the_line() {
        assertThat(problems("- x\n".repeat(30_000)))
                .containsExactly("line 20000: the file must have at most 20000 keys and values, but has more");
    }

    @Test
    void of_very_many_problems_the_first_are_told() {
        String keys = IntStream.range(0, 3_000).mapToObj(i -> "k" + i + ": x\n").collect(Collectors.joining());
        assertThat(problems(keys))
                .hasSize(101)
                .first()
                .asString()
                .matches("the file has 30\\d\\d problems; these are the first 100");
    }

    @Test
    void a_control_character_is_told_with_its_line_and_number() {
        assertThat(problems("name: x\nload:\n  users: 1\0\n"))
                .containsExactly("line 3: the file must be text, but has the character U+0000; remove it");
        assertThat(problems("name: x\nservice: {launch: \"java\\0\", ready: \"http://127.0.0.1/\\e\"}\n"))
                .contains(
                        "line 2: service.launch must be text without control characters",
                        "line 2: service.ready must be text without control characters, but is with U+001B");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name: ", "name:  "})
    void pictographs_may_stand_anywhere(String name) {
        assertThat(problems(name + "\uD83D\uDE00".repeat(3_000) + "\n"))
                .contains("line 1: name must be 1 to 100 characters, but is 6000 characters");
    }

    @Test
    void a_long_value_is_not_repeated_whole() {
        String text = "name: x\nload: {users: " + "9".repeat(100_000) + "}\n" + "k".repeat(900) + ": 1\n";
        assertThat(problems(text)).allMatch(each -> each.length() < 600).anyMatch(each -> each.contains("9999…"));
    }
}
