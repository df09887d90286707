package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.report.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule of a search has its words, and How it decides tells all of them, in their order and with their numbers. */
class RulesTest {
    private static final String BEGIN = "<!-- rules: %s -->\n";
    private static final String END = "<!-- end of rules -->";

    /** By what the page calls it. */
    private static Map<String, Stream<? extends Rule<?>>> tables() {
        var tables = new LinkedHashMap<String, Stream<? extends Rule<?>>>();
        tables.put(
                "max",
                Stream.of(SwitchingSearch.START, SwitchingSearch.FIRST, SwitchingSearch.COMPARED)
                        .flatMap(List::stream));
        tables.put("rate", ModelGuidedSearch.RATE.stream());
        tables.put("max-apart", ModelGuidedSearch.HIGHEST.stream());
        tables.put("without-model", BracketingSearch.TABLE.stream());
        return tables;
    }

    @ParameterizedTest
    @EnumSource
    void the_page_tells_the_rules_as_the_tables_have_them(Language language) throws IOException {
        Path page = Path.of(language == Language.EN ? "../docs/how-it-decides.md" : "../docs/ko/how-it-decides.md");
        String text = Files.readString(page);
        for (var table : tables().entrySet()) {
            List<String> words =
                    table.getValue().map(rule -> language.text(rule.words())).toList();
            String begin = BEGIN.formatted(table.getKey());
            String list = Stream.iterate(1, number -> number + 1)
                    .limit(words.size())
                    .map(number -> number + ". " + words.get(number - 1) + "\n")
                    .collect(Collectors.joining());
            if (Boolean.getBoolean("golden.write")) {
                int from = text.indexOf(begin) + begin.length();
                text = text.substring(0, from) + list + text.substring(text.indexOf(END, from));
                Files.writeString(page, text);
            }
            assertThat(text).as(table.getKey()).contains(begin + list + END);
        }
    }

    @ParameterizedTest
    @EnumSource
    void each_rule_has_words_and_a_number_for_each_of_their_places(Language language) {
        tables().values().stream()
                .flatMap(rules -> rules)
                .forEach(rule ->
                        assertThat(language.says(rule.words())).as(rule.name()).isTrue());
    }

    @Test
    void no_rule_of_a_table_can_come_after_its_verdict() {
        tables().forEach((name, rules) -> assertThat(rules.map(Rule::name).toList())
                .as(name)
                .doesNotHaveDuplicates()
                .last()
                .isEqualTo("verdict"));
    }
}
