package dev.poolfit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages have one order, that of the index: it lists each once, and each leads to the one before and the one after. */
class PageOrderTest {
    private static final Page INDEX = new Page(Page.DOCS.resolve("README.md"));
    /** They grow and are looked up; the order passes them by. */
    private static final Set<Path> RECORDS =
            Set.of(Page.DOCS.resolve("measurements.md"), Page.DOCS.resolve("decisions.md"));

    private static final String ITEM = "- [";

    private static Page index(boolean korean) {
        return korean ? INDEX.korean() : INDEX;
    }

    private static List<Page.Link> items(Page index) throws IOException {
        return index.prose().stream()
                .filter(line -> line.startsWith(ITEM))
                .map(line -> Page.links(line).get(0))
                .toList();
    }

    private static List<Page> listed(Page index) throws IOException {
        return items(index).stream().map(item -> new Page(index.target(item))).toList();
    }

    @Test
    void the_index_lists_every_page_once() throws IOException {
        List<Page> others =
                Page.english().stream().filter(page -> !page.equals(INDEX)).toList();
        assertThat(listed(INDEX)).containsExactlyInAnyOrderElementsOf(others);
    }

    @Test
    void the_korean_index_has_the_same_order() throws IOException {
        assertThat(listed(INDEX.korean()))
                .isEqualTo(listed(INDEX).stream()
                        .map(page -> page.korean().exists() ? page.korean() : page)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_index_calls_a_page_by_the_beginning_of_its_title(boolean korean) throws IOException {
        Page index = index(korean);
        for (Page.Link item : items(index)) {
            assertThat(new Page(index.target(item)).title()).startsWith(item.words());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_last_line_of_a_page_leads_to_the_one_before_the_index_and_the_one_after(boolean korean)
            throws IOException {
        Page index = index(korean);
        List<Page.Link> order = items(index).stream()
                .filter(item -> new Page(index.target(item)).isKorean() == korean)
                .filter(item -> !RECORDS.contains(index.target(item)))
                .toList();
        for (int i = 0; i < order.size(); i++) {
            var page = new Page(index.target(order.get(i)));
            var way = new ArrayList<String>();
            if (i > 0) {
                way.add("← " + link(page, order.get(i - 1).words(), index.target(order.get(i - 1))));
            }
            way.add(link(page, korean ? "전체 문서" : "All pages", index.path()));
            if (i + 1 < order.size()) {
                way.add(link(page, order.get(i + 1).words(), index.target(order.get(i + 1))) + " →");
            }
            List<String> lines = page.prose();
            assertThat(lines.get(lines.size() - 1)).as("last line of %s", page).isEqualTo(String.join(" · ", way));
        }
    }

    private static String link(Page from, String words, Path to) {
        return "[" + words + "](" + from.path().getParent().relativize(to) + ")";
    }
}
