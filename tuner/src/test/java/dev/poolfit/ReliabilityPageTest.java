package dev.poolfit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of faults names tests that exist, and says so where there is none. */
class ReliabilityPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reliability.md");
    private static final List<Path> TESTS = tests();
    private static final int LEAST_FAULTS = 40;

    private static final Pattern ROW = Pattern.compile("\\|([^|]+)\\|([^|]+)\\|([^|]+)\\|");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");
    private static final Pattern CAMPAIGN = Pattern.compile("`benchmarks/run (\\w+)`");
    private static final String NONE = "not tested";

    /** What the last column of each fault says. */
    private static List<String> causes() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .filter(row ->
                        !row.group(1).strip().equals("fault") && !row.group(1).matches("-+"))
                .map(row -> row.group(3).strip())
                .toList();
    }

    @Test
    void there_are_at_least_forty_faults() throws IOException {
        assertThat(causes()).hasSizeGreaterThanOrEqualTo(LEAST_FAULTS);
    }

    @Test
    void each_names_a_test_or_a_campaign_or_says_that_there_is_none() throws IOException {
        assertThat(causes())
                .allMatch(cause ->
                        NAMED.matcher(cause).find() || CAMPAIGN.matcher(cause).find() || cause.startsWith(NONE));
    }

    @Test
    void every_test_that_is_named_exists() throws IOException {
        var missing = new ArrayList<String>();
        for (String cause : causes()) {
            for (MatchResult named : NAMED.matcher(cause).results().toList()) {
                if (!exists(named.group(1), named.group(2))) {
                    missing.add(named.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void every_campaign_that_is_named_exists() throws IOException {
        String campaigns = Files.readString(Path.of("..", "benchmarks", "run"));
        for (String cause : causes()) {
            for (MatchResult named : CAMPAIGN.matcher(cause).results().toList()) {
                assertThat(campaigns).contains("    " + named.group(1) + ")");
            }
        }
    }

    private static List<Path> tests() {
        try (Stream<Path> ofAgent = Files.walk(Path.of("..", "agent", "src", "test", "java"))) {
            return Stream.concat(ofAgent, Modules.files("src/test/java").stream())
                    .toList();
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    private static boolean exists(String type, String method) throws IOException {
        return TESTS.stream()
                .filter(each -> each.endsWith(type + ".java"))
                .map(ReliabilityPageTest::text)
                .anyMatch(source -> Pattern.compile("void " + method + "\\(")
                        .matcher(source)
                        .find());
    }

    private static String text(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
