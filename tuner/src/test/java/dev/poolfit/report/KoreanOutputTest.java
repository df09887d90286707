package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Korean reader reads Korean throughout; only names of settings, programs and units stay as the field writes them. */
class KoreanOutputTest {
    /** Keys of settings, names of programs and files, units, and what the field writes in Latin letters in Korean, too. */
    private static final Set<String> FIELD_TERMS = Set.of(
            "pool",
            "threads",
            "threads.max",
            "maximum-pool-size",
            "minimum-idle",
            "connection-timeout",
            "accept-count",
            "max_connections",
            "application-poolfit.yml",
            "server.tomcat.mbeanregistry.enabled",
            "true",
            "spring",
            "datasource",
            "hikari",
            "server",
            "tomcat",
            "max",
            "think",
            "time",
            "p99",
            "ms",
            "s",
            "h",
            "m",
            "pool-size",
            "a_out",
            "c_a",
            "c_d",
            "sleep",
            "false",
            "spring.jpa.open-in-view",
            "client-limited",
            "not-steady",
            "ended-early",
            "stock-50ms",
            "board",
            "stock",
            "runs",
            "report.html");

    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9_.-]*[a-z0-9]|[a-z]");
    private static final Pattern NAME =
            Pattern.compile("https?://\\S+|[A-Za-z]*[A-Z][A-Za-z]*|\\d+(?:ms|s|m)\\b|/s\\b");

    private static Run run(String name) {
        return WordedRuns.named(name);
    }

    private static void containsNoEnglish(String text) {
        assertThat(WORD.matcher(NAME.matcher(text).replaceAll(" "))
                        .results()
                        .map(each -> each.group())
                        .filter(Predicate.not(FIELD_TERMS::contains)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive"})
    void the_verdict_reads_as_in_its_file(String name) throws IOException {
        String verdict = VerdictText.of(run(name), Language.KO, Optional.of("runs/stock/report.html"), false);

        containsNoEnglish(verdict);
        assertThat(verdict.lines())
                .allSatisfy(line -> assertThat(Columns.width(line)).isLessThanOrEqualTo(80));
        Golden.check(
                name + "-ko.txt",
                () -> VerdictText.of(run(name), Language.KO, Optional.of("runs/stock/report.html"), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive"})
    void the_page_has_no_english_left_to_read_or_to_hear(String name) throws IOException {
        Path folder = Files.createDirectories(Path.of("target/reports"));
        Files.writeString(folder.resolve(name + "-ko.html"), HtmlReport.of(run(name), Language.KO));
        String body = HtmlReport.body(run(name), Language.KO);

        // A rule's name is the same in every language.
        containsNoEnglish(body.replaceAll("(?s)<code>.*?</code>|<[^>]*>", " ").replaceAll("&[a-z]+;|&#\\d+;", " "));
        Pattern.compile("aria-label=\"([^\"]*)\"")
                .matcher(body)
                .results()
                .forEach(label -> containsNoEnglish(label.group(1)));
        containsNoEnglish(words(ChartData.of(run(name), Language.KO)));
        containsNoEnglish(SettingsPatch.of(run(name), Language.KO));
        assertThat(HtmlReport.page(run(name), Language.KO, "charts")).contains("<html lang=\"ko\">");
    }

    private static String words(tools.jackson.databind.JsonNode charts) {
        return String.join(
                " ", charts.findValues("words").stream().map(Object::toString).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "unreachable"})
    void the_page_reads_as_in_its_file(String name) throws IOException {
        Golden.check(name + "-ko.html", () -> HtmlReport.body(run(name), Language.KO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive"})
    void the_same_run_in_english_says_the_same_in_words_of_its_own(String name) {
        assertThat(HtmlReport.body(run(name), Language.EN)).doesNotContainPattern("[가-힣]");
        assertThat(ResultJson.of(run(name))).doesNotContainPattern("[가-힣]");
    }
}
