package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import org.junit.jupiter.api.Test;

/** A quantity reads the same wherever it stands, with as many digits as it deserves. */
class FiguresTest {
    private static String text(Quantity quantity) {
        return Language.EN.text(Message.of("join.and", quantity, "")).replaceFirst(" and $", "");
    }

    @Test
    void quantities_are_written_with_their_unit() {
        assertThat(text(Quantity.rate(162.44))).isEqualTo("162.4/s");
        assertThat(text(Quantity.time(1194))).isEqualTo("1.19 s");
        assertThat(text(Quantity.time(55.2))).isEqualTo("55 ms");
        assertThat(text(Quantity.share(0))).isEqualTo("0 %");
        assertThat(text(Quantity.share(0.0016))).isEqualTo("0.16 %");
    }

    @Test
    void an_interval_has_as_many_decimals_as_its_estimate() {
        assertThat(text(Quantity.rate(162.44).between(161.12, 1000.5))).isEqualTo("162.4/s (161.1–1,000.5)");
        assertThat(text(Quantity.time(4.5).between(4, 5))).isEqualTo("4.5 ms (4.0 ms–5.0 ms)");
    }

    @Test
    void a_share_has_as_many_decimals_as_its_interval() {
        assertThat(text(Quantity.share(0.97))).isEqualTo("97 %");
        assertThat(text(Quantity.share(0.97).between(0.954, 0.989))).isEqualTo("97.0 % (95.4–98.9 %)");
        assertThat(text(Quantity.aboutShare(0.707).between(0.242, 0.707))).isEqualTo("70.7 % (24.2–70.7 %)");
    }

    @Test
    void what_is_about_so_much_has_two_digits() {
        assertThat(text(Quantity.aboutCount(0.163))).isEqualTo("0.16");
        assertThat(text(Quantity.aboutCount(1))).isEqualTo("1");
        assertThat(text(Quantity.aboutCount(310_000))).isEqualTo("310,000");
        assertThat(text(Quantity.aboutRate(164.2))).isEqualTo("164/s");
        assertThat(text(Quantity.aboutShare(0.071))).isEqualTo("7.1 %");
        assertThat(text(Quantity.aboutShare(0.12))).isEqualTo("12 %");
        assertThat(text(Quantity.aboutShare(0))).isEqualTo("0 %");
    }

    @Test
    void an_interval_from_nothing_tells_nothing() {
        var figures = new Figures(Language.EN);
        assertThat(figures.range(new Interval(227, 0, 693))).isEqualTo("no interval");
        assertThat(figures.range(new Interval(526.6, 0, 636.2))).isEqualTo("no interval");
        assertThat(figures.range(new Interval(227, 0.2, 693))).isEqualTo("0.2–693.0");
        assertThat(figures.range(new Interval(0, 0, 0.3))).isNotEqualTo("no interval");
        assertThat(figures.bounds(new Interval(0.4, 0, 0.97))).isNotEqualTo("no interval");
    }
}
