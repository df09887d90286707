package dev.poolfit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents agree: pages have the same headings in both languages, and every link leads to a file or a heading. */
class DocsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DOCS = ROOT.resolve("docs");

    private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.+)");
    private static final Pattern BLANK_LINE = Pattern.compile("\\n\\s*\\n");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\(([^)\\s]+)\\)");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");
    /** All but letters, marks, digits, connectors, blanks and hyphens, which GitHub leaves out of an anchor. */
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]");

    static Stream<Path> documents() throws IOException {
        return Stream.concat(markdown(ROOT, 1).stream(), markdown(DOCS, Integer.MAX_VALUE).stream());
    }

    /** Pages that exist in both languages, the English one first. */
    static Stream<Arguments> translations() throws IOException {
        Stream<Path> pages = Stream.concat(
                Stream.of(DOCS.resolve("manual.md"), DOCS.resolve("how-it-decides.md")),
                markdown(DOCS.resolve("studies"), 1).stream());
        return Stream.concat(
                Stream.of(arguments(ROOT.resolve("README.md"), ROOT.resolve("README.ko.md"))),
                pages.map(page -> arguments(page, page.resolveSibling("ko").resolve(page.getFileName()))));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void a_page_has_the_same_levels_of_headings_in_both_languages(Path english, Path korean) throws IOException {
        assertThat(levels(korean))
                .as("%s against %s", headings(korean), headings(english))
                .isNotEmpty()
                .isEqualTo(levels(english));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void the_first_link_of_a_page_leads_to_the_other_language(Path english, Path korean) throws IOException {
        assertThat(links(english)).first().isEqualTo("" + english.getParent().relativize(korean));
        assertThat(links(korean)).first().isEqualTo("" + korean.getParent().relativize(english));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void every_link_leads_to_a_file_or_a_heading(Path document) throws IOException {
        var broken = new ArrayList<String>();
        for (String link : links(document)) {
            if (!ADDRESS.matcher(link).matches() && !leadsSomewhere(document, link)) {
                broken.add(link);
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path page = path.isEmpty() ? document : document.resolveSibling(path).normalize();
        return Files.exists(page)
                && (hash < 0 || Files.isRegularFile(page) && anchors(page).contains(link.substring(hash + 1)));
    }

    private static List<Path> markdown(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(each -> each.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** The lines that are not code. */
    private static List<String> prose(Path page) throws IOException {
        var lines = new ArrayList<String>();
        boolean code = false;
        for (String line : Files.readAllLines(page)) {
            boolean fence = line.strip().startsWith("```");
            if (!code && !fence) {
                lines.add(line);
            }
            code ^= fence;
        }
        return lines;
    }

    private static List<String> headings(Path page) throws IOException {
        return prose(page).stream()
                .filter(line -> HEADING.matcher(line).matches())
                .toList();
    }

    private static List<Integer> levels(Path page) throws IOException {
        return headings(page).stream().map(heading -> heading.indexOf(' ')).toList();
    }

    /** Where the links of a page lead, in their order; code is not looked into. */
    private static List<String> links(Path page) throws IOException {
        return BLANK_LINE
                .splitAsStream(String.join("\n", prose(page)))
                .map(paragraph -> CODE.matcher(paragraph).replaceAll(""))
                .flatMap(paragraph -> LINK.matcher(paragraph).results())
                .map(link -> link.group(2))
                .toList();
    }

    /** The anchors that GitHub gives the headings of a page; one that comes again is numbered. */
    private static Set<String> anchors(Path page) throws IOException {
        var anchors = new HashSet<String>();
        Map<String, Integer> seen = new HashMap<>();
        for (String heading : headings(page)) {
            String title = heading.substring(heading.indexOf(' ')).strip();
            String text = LINK.matcher(title).replaceAll("$1").toLowerCase(Locale.ROOT);
            String anchor = NOT_IN_ANCHORS.matcher(text).replaceAll("").replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }
}
