package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.plan.NamedRule;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.earlier.RevisitingSearch;
import dev.poolfit.verdict.knob.KnobSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule of a search has its words, and How it decides tells all of them, in their order and with their numbers. */
class RulesTest {
    private static final String BEGIN = "<!-- rules: %s -->\n";
    private static final String END = "<!-- end of rules -->";

    private static final List<List<NamedRule>> TABLES = List.of(
            Stream.of(SwitchingSearch.START, SwitchingSearch.FIRST, SwitchingSearch.COMPARED)
                    .flatMap(part -> part.named().stream())
                    .toList(),
            ModelGuidedSearch.RATE.named(),
            ModelGuidedSearch.HIGHEST.named(),
            Stream.of(BracketingSearch.START, BracketingSearch.NEXT)
                    .flatMap(part -> part.named().stream())
                    .toList(),
            KnobSearch.rules(),
            BreakingRate.TABLE.named(),
            RevisitingSearch.rules());

    private static String name(List<NamedRule> table) {
        return table.get(0).table();
    }

    @ParameterizedTest
    @EnumSource
    void the_page_tells_the_rules_as_the_tables_have_them(Language language) throws IOException {
        Path page = Path.of(language == Language.EN ? "../docs/how-it-decides.md" : "../docs/ko/how-it-decides.md");
        String text = Files.readString(page);
        for (List<NamedRule> table : TABLES) {
            List<String> words = table.stream()
                    .map(rule -> "`" + rule.name() + "`: " + language.text(rule.words()))
                    .toList();
            String begin = BEGIN.formatted(name(table));
            String list = Stream.iterate(1, number -> number + 1)
                    .limit(words.size())
                    .map(number -> number + ". " + words.get(number - 1) + "\n")
                    .collect(Collectors.joining());
            if (Boolean.getBoolean("golden.write")) {
                int from = text.indexOf(begin) + begin.length();
                text = text.substring(0, from) + list + text.substring(text.indexOf(END, from));
                Files.writeString(page, text);
            }
            assertThat(text).as(name(table)).contains("`" + name(table) + "`", begin + list + END);
        }
    }

    @ParameterizedTest
    @EnumSource
    void each_rule_has_words_and_a_number_for_each_of_their_places(Language language) {
        TABLES.stream()
                .flatMap(List::stream)
                .forEach(rule ->
                        assertThat(language.says(rule.words())).as(rule.name()).isTrue());
    }

    @Test
    void no_rule_of_a_table_can_come_after_its_verdict() {
        assertThat(TABLES.stream().map(RulesTest::name)).doesNotHaveDuplicates();
        TABLES.forEach(table -> assertThat(table.stream().map(NamedRule::name).toList())
                .as(name(table))
                .doesNotHaveDuplicates()
                .last()
                .isEqualTo("verdict"));
    }
}
