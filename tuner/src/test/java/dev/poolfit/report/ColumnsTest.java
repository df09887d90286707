package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text is laid out by the columns that it takes, not by its characters. */
class ColumnsTest {
    @Test
    void korean_takes_two_columns_a_character() {
        assertThat(Columns.width("재고 1")).isEqualTo(6);
        assertThat(Columns.truncate("재고조회", 5)).isEqualTo("재고…");
    }

    @Test
    void a_line_does_not_break_between_a_figure_and_its_unit() {
        assertThat(Columns.wrap("p99 at most 500 ms", 16)).containsExactly("p99 at most", "500 ms");
    }

    @Test
    void a_word_that_is_too_long_is_broken() {
        assertThat(Columns.wrap("a abcdefgh", 4)).containsExactly("a", "abcd", "efgh");
    }
}
