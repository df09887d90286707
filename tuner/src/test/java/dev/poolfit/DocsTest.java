package dev.poolfit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents agree: pages have the same headings in both languages, and every link leads to a file or a heading. */
class DocsTest {
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");
    private static final Pattern DOCUMENT = Pattern.compile("\\bdocs/[\\w/-]+\\.(md|json)\\b");
    /** Records of the project, and what the code writes of itself. */
    private static final Set<String> IN_ENGLISH_ALONE =
            Set.of("decisions.md", "measurements.md", "reliability.md", "threat-model.md", "reference/commands.md");

    private static final int MOST_LINES_OF_A_GUIDE = 150;

    static Stream<Page> documents() throws IOException {
        return Stream.concat(Page.in(Page.ROOT, 1).stream(), Page.in(Page.DOCS, Integer.MAX_VALUE).stream());
    }

    /** Pages that exist in both languages, the English one first. */
    static Stream<Arguments> translations() throws IOException {
        var readme = arguments(new Page(Page.ROOT.resolve("README.md")), new Page(Page.ROOT.resolve("README.ko.md")));
        return Stream.concat(
                Stream.of(readme),
                Page.english().stream()
                        .filter(page -> !inEnglishAlone(page))
                        .map(page -> arguments(page, page.korean())));
    }

    static Stream<Page> guides() throws IOException {
        return documents().filter(page -> page.path().getParent().endsWith("guides"));
    }

    private static boolean inEnglishAlone(Page page) {
        return IN_ENGLISH_ALONE.contains(Page.DOCS.relativize(page.path()).toString());
    }

    @Test
    void every_page_in_korean_is_one_in_english_too() throws IOException {
        List<Page> translated = Page.english().stream().map(Page::korean).toList();
        assertThat(Page.in(Page.DOCS, Integer.MAX_VALUE).stream().filter(Page::isKorean))
                .isSubsetOf(translated)
                .hasSize(translated.size() - IN_ENGLISH_ALONE.size());
    }

    @ParameterizedTest
    @MethodSource("translations")
    void a_page_has_the_same_levels_of_headings_in_both_languages(Page english, Page korean) throws IOException {
        assertThat(korean.levels())
                .as("%s against %s", korean.headings(), english.headings())
                .isNotEmpty()
                .isEqualTo(english.levels());
    }

    @ParameterizedTest
    @MethodSource("translations")
    void the_first_link_of_a_page_leads_to_the_other_language(Page english, Page korean) throws IOException {
        assertThat(english.target(english.links().get(0))).isEqualTo(korean.path());
        assertThat(korean.target(korean.links().get(0))).isEqualTo(english.path());
    }

    @ParameterizedTest
    @MethodSource("guides")
    void a_guide_is_short(Page guide) throws IOException {
        assertThat(Files.readAllLines(guide.path())).hasSizeLessThanOrEqualTo(MOST_LINES_OF_A_GUIDE);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void every_link_leads_to_a_file_or_a_heading(Page document) throws IOException {
        var broken = new ArrayList<String>();
        for (Page.Link link : document.links()) {
            if (!ADDRESS.matcher(link.target()).matches() && !leadsSomewhere(document, link)) {
                broken.add(link.target());
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void every_document_that_the_program_names_exists() throws IOException {
        var named = new TreeSet<String>();
        for (Path source : Modules.files("src/main")) {
            if (isText(source)) {
                DOCUMENT.matcher(Files.readString(source)).results().forEach(each -> named.add(each.group()));
            }
        }
        assertThat(named)
                .contains("docs/reference/experiment-file.md")
                .allSatisfy(document -> assertThat(Page.ROOT.resolve(document)).exists());
    }

    private static boolean isText(Path file) {
        return file.toString().matches(".*\\.(java|properties|html|js)");
    }

    private static boolean leadsSomewhere(Page document, Page.Link link) throws IOException {
        Path target = document.target(link);
        int hash = link.target().indexOf('#');
        return Files.exists(target)
                && (hash < 0
                        || Files.isRegularFile(target)
                                && new Page(target)
                                        .anchors()
                                        .contains(link.target().substring(hash + 1)));
    }
}
