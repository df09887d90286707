package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page needs no network, and nothing that a person named in an experiment becomes part of its markup. */
class HtmlReportTest {
    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive", "odd"})
    void the_page_names_no_address_outside_itself(String name) throws IOException {
        Path folder = Files.createDirectories(Path.of("target/reports"));
        Files.writeString(folder.resolve(name + ".html"), HtmlReport.of(SampleRuns.named(name), Language.EN));
        String page = HtmlReport.page(SampleRuns.named(name), Language.EN, "charts");

        assertThat(page).doesNotContainPattern("(?:src|href)=\"(?!data:)");
        assertThat(page).contains("default-src 'none'").doesNotContainPattern("\\{\\{\\w+}}");
    }

    @Test
    void a_name_with_markup_is_shown_as_text() {
        String page = HtmlReport.page(SampleRuns.oddName(), Language.EN, "charts");

        assertThat(page).doesNotContain("</script><b>").doesNotContain("<img").contains("&lt;/script&gt;&lt;b&gt;재고");
        assertThat(page.split("</script>", -1))
                .as("one end for each of three scripts")
                .hasSize(4);
    }

    @Test
    void the_drawing_library_does_not_end_its_script_element() {
        assertThat(HtmlReport.of(SampleRuns.stock(), Language.EN).split("</script>", -1))
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive"})
    void verdict_and_tables_stand_on_the_page_without_its_script(String name) throws IOException {
        Golden.check(name + ".html", () -> HtmlReport.body(SampleRuns.named(name), Language.EN));
    }

    @Test
    void the_data_of_the_charts_reads_as_in_its_file() throws IOException {
        Golden.check("inconclusive-charts.json", () -> Json.text(ChartData.of(SampleRuns.inconclusive(), Language.EN)));
    }
}
