package dev.poolfit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.report.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages of keys and flags have every one, with the default of the schema and the words of the program. */
class ReferencePagesTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    /** They are written once: a login as a request, a row of earlier figures as {@code fixed}. */
    private static final List<String> AS_ELSEWHERE = List.of("load.login.", "earlier.rows[].");

    private static Page page(Language language, String name) {
        var english = new Page(Page.DOCS.resolve("reference").resolve(name));
        return language == Language.KO ? english.korean() : english;
    }

    /** The keys of a schema with their defaults, which may be missing. */
    private static Map<String, JsonNode> keys() throws IOException {
        Map<String, JsonNode> keys = new TreeMap<>();
        Path schema = Page.DOCS.resolve("experiment.schema.json");
        collect(JsonMapper.shared().readTree(Files.readString(schema)), "", keys);
        keys.keySet().removeIf(key -> AS_ELSEWHERE.stream().anyMatch(key::startsWith));
        return keys;
    }

    private static void collect(JsonNode schema, String prefix, Map<String, JsonNode> keys) {
        schema.path("properties").properties().forEach(each -> {
            String key = prefix + each.getKey();
            keys.put(key, each.getValue().path("default"));
            collect(each.getValue(), key + ".", keys);
            collect(each.getValue().path("items"), key + "[].", keys);
        });
    }

    /** The rows of the tables, as their cells. */
    private static List<List<String>> rows(Page page) throws IOException {
        return page.prose().stream()
                .filter(line -> line.startsWith("| `"))
                .map(line ->
                        Stream.of(line.split("\\|")).skip(1).map(String::strip).toList())
                .toList();
    }

    private static List<String> codes(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult code) -> code.group(1))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void every_key_of_the_schema_is_there_once_with_its_default(Language language) throws IOException {
        Map<String, JsonNode> keys = keys();
        var told = new ArrayList<String>();
        for (List<String> row : rows(page(language, "experiment-file.md"))) {
            for (String key : codes(row.get(0))) {
                told.add(key);
                JsonNode standard = keys.getOrDefault(key, JsonMapper.shared().missingNode());
                if (!standard.isMissingNode()) {
                    assertThat(row.get(2)).as(key).isEqualTo("`" + standard.asString() + "`");
                }
            }
        }
        assertThat(told).containsExactlyInAnyOrderElementsOf(keys.keySet());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void every_flag_of_a_trial_is_there_in_the_words_of_the_report(Language language) throws IOException {
        List<List<String>> rows = rows(page(language, "run-folder.md"));
        for (Flag flag : Flag.values()) {
            String key = flag.name().toLowerCase(Locale.ROOT).replace('_', '-');
            String counts = language == Language.KO
                    ? (flag.disqualifies() ? "제외" : "포함")
                    : (flag.disqualifies() ? "no" : "yes");
            assertThat(rows).contains(List.of("`" + key + "`", language.text("flag." + key), counts));
        }
    }
}
