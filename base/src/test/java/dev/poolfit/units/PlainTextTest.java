package dev.poolfit.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What stands on a line for a person steers no terminal, breaks no line and turns no text around. */
class PlainTextTest {
    @Test
    void nothing_that_steers_a_terminal_or_breaks_a_line_stays() {
        IntStream steering = IntStream.of(
                0x85, 0x2028, 0x2029, 0x61C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067,
                0x2068, 0x2069, 0xFFFE, 0xFFFF, 0xD800, 0xDFFF);
        IntStream controls = IntStream.concat(IntStream.range(0, 0x20), IntStream.rangeClosed(0x7F, 0x9F));
        IntStream.concat(steering, controls).forEach(each -> {
            String text = "a" + (char) each + "b";
            assertThat(PlainText.isLine(text)).as("U+%04X", each).isFalse();
            assertThat(PlainText.line(text)).isEqualTo("a b");
            assertThat(PlainText.lines(text)).isEqualTo(each == '\n' || each == '\t' ? text : "a b");
        });
    }

    @Test
    void texts_of_all_languages_stay_as_they_are() {
        String text = "pool ~ é 풀 크기 \uD83D\uDE00 שלום";

        assertThat(PlainText.isLine(text)).isTrue();
        assertThat(PlainText.line(text)).isEqualTo(text);
        assertThat(PlainText.lines(text)).isEqualTo(text);
    }
}
