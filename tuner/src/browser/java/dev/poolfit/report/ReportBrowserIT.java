package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.testing.Browser;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The report as a reader sees it, in a wide window, on a phone, in the dark and on paper: nothing is cut, and nothing is complained of. */
class ReportBrowserIT {
    private static final int WIDE = 1600;
    private static final int PHONE = 390;
    /** A sheet of A4 between margins of 1 cm. */
    private static final int SHEET = 718;

    @TempDir
    static Path folder;

    private static @Nullable Browser browser;

    static Stream<Arguments> reports() {
        return Stream.of("stock", "board", "unreachable", "inconclusive", "odd")
                .flatMap(name -> Stream.of(Language.values()).map(language -> Arguments.of(name, language)));
    }

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start();
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothing_is_complained_of() {
        assertThat(browser.complaints()).isEmpty();
    }

    private static void show(String name, Language language, int width) throws IOException {
        Path page = folder.resolve(name + "-" + language + ".html");
        Files.writeString(page, HtmlReport.of(SampleRuns.named(name), language));
        browser.prefer("light");
        browser.width(width);
        browser.show(page.toUri());
    }

    @ParameterizedTest
    @MethodSource("reports")
    void in_a_wide_window_every_chart_is_drawn_and_tells_what_is_pointed_at(String name, Language language)
            throws IOException {
        show(name, language, WIDE);

        assertThat(browser.charts()).hasSizeGreaterThan(3);
        assertThat(browser.number("document.querySelectorAll('.chart').length"))
                .isEqualTo(browser.charts().size());
        for (String chart : browser.charts()) {
            assertThat(browser.hover(chart)).as(chart).isNotEmpty();
        }
        assertThat(browser.cut()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("reports")
    void on_a_phone_nothing_is_beyond_the_edge_and_each_setting_says_whether_it_meets_the_goal(
            String name, Language language) throws IOException {
        show(name, language, PHONE);

        assertThat(browser.cut()).isEmpty();
        assertThat(browser.number("document.documentElement.scrollWidth")).isEqualTo(PHONE);
        assertThat(browser.lines("[...document.querySelectorAll('.comparison .standing')].map(each =>"
                        + " each.getBoundingClientRect().width > 0 && each.getBoundingClientRect().left >= 0"
                        + " && each.getBoundingClientRect().right <= " + PHONE + ")"))
                .hasSize(browser.lines("[...document.querySelectorAll('.comparison tbody tr')]")
                        .size())
                .doesNotContain("false");
    }

    @ParameterizedTest
    @MethodSource("reports")
    void in_the_dark_text_is_light_on_dark_also_in_the_charts(String name, Language language) throws IOException {
        show(name, language, WIDE);
        String label = luminance("document.querySelector('.chart svg text')", "fill");
        assertThat(browser.number(label)).isLessThan(120);

        browser.prefer("dark");

        Patience.await().until(() -> browser.number(label) > 120);
        assertThat(browser.number(luminance("document.body", "backgroundColor")))
                .isLessThan(60);
        assertThat(browser.number(luminance("document.querySelector('h1')", "color")))
                .isGreaterThan(200);
    }

    /** From 0 for black to 255 for white. */
    private static String luminance(String element, String property) {
        return "getComputedStyle(%s).%s.match(/\\d+/g).slice(0, 3).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0)"
                .formatted(element, property);
    }

    @ParameterizedTest
    @MethodSource("reports")
    void printed_on_a4_from_a_wide_window_no_chart_is_wider_than_the_sheet(String name, Language language)
            throws IOException {
        show(name, language, WIDE);
        browser.prefer("dark");
        browser.script("""
                addEventListener('beforeprint', () => {
                  window.printed = [...document.querySelectorAll('.chart svg')].map(each => Number(each.getAttribute('width')));
                });""");

        byte[] document = Base64.getDecoder().decode(browser.print());

        assertThat(new String(document, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
        assertThat(browser.lines("window.printed").stream().map(Double::valueOf))
                .hasSameSizeAs(browser.charts())
                .allSatisfy(width -> assertThat(width).isLessThanOrEqualTo(SHEET));

        // The sheet's layout, to be measured: the event redraws, as it did above.
        browser.script("dispatchEvent(new Event('beforeprint'))");
        browser.width(SHEET);
        browser.asPrinted("dark");
        assertThat(browser.cut()).isEmpty();
        assertThat(browser.number(luminance("document.body", "backgroundColor")))
                .isGreaterThan(240);
        assertThat(browser.number(luminance("document.querySelector('h1')", "color")))
                .isLessThan(20);
        assertThat(browser.lines("[...document.querySelectorAll('.chart svg')].map(each =>"
                        + " each.getBoundingClientRect().right <= Math.min(" + SHEET
                        + ", each.closest('figure').getBoundingClientRect().right + 1))"))
                .isNotEmpty()
                .containsOnly("true");
    }
}
