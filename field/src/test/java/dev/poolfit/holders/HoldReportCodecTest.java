package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept is read back as it was. */
class HoldReportCodecTest {
    private static final Stack STACK = new Stack(List.of("com.example.Shop.item:3"), HoldKind.SLEEP, true);

    private static final HoldReport REPORT = new HoldReport(
            "main",
            9,
            6.5,
            List.of(new EndpointHolds(
                    "GET /items/{id}",
                    100,
                    50,
                    90,
                    2,
                    1,
                    new Times(1, 2, 3, 4),
                    new Times(5, 6, 7, 8),
                    12.25,
                    1,
                    3,
                    0,
                    0,
                    Map.of(HoldKind.SLEEP, 0.75, HoldKind.DATABASE, 0.25),
                    List.of(new Use(STACK, 0.75)),
                    10_000,
                    List.of(
                            new SentStatement("select ?", 100, 200, 0.5, 3, Optional.of(STACK)),
                            new SentStatement("commit", 100, 100, 0.1, 1, Optional.empty())))),
            4.5,
            List.of(new HoldReport.Moment(9, 3, 1, true), new HoldReport.Moment(5, 0)),
            List.of(new LongHold("job", 11, LongHold.State.WORKING, Optional.of(STACK), Optional.of(STACK))),
            2,
            0.01,
            true,
            Optional.of(new Streams(2, List.of("GET /events"))),
            Optional.empty(),
            Optional.empty(),
            List.of());

    @Test
    void a_report_is_read_back_as_it_was_written() {
        assertThat(HoldReportCodec.read(HoldReportCodec.text(REPORT))).isEqualTo(REPORT);
    }

    @Test
    void a_report_of_a_version_that_watched_all_holds_is_read() {
        String text =
                HoldReportCodec.text(REPORT).replace("\"watched\":50,", "").replace("100.0", "100");

        assertThat(HoldReportCodec.read(text).endpoints())
                .singleElement()
                .satisfies(each -> assertThat(each.statementsPerBorrow()).isEqualTo(3));
    }

    @Test
    void a_report_of_a_version_that_told_leaks_alone_is_read() {
        String text = HoldReportCodec.text(REPORT)
                .replace("\"longHolds\":", "\"leaks\":")
                .replace("\"state\":\"WORKING\",", "")
                .replaceFirst(",\"use\":\\{[^}]*}", "")
                .replaceFirst(",\"streams\":.*", "}");

        HoldReport read = HoldReportCodec.read(text);
        assertThat(read.leaks())
                .containsExactly(new LongHold("job", 11, LongHold.State.LEFT, Optional.of(STACK), Optional.empty()));
        assertThat(read.streams()).isEmpty();
    }

    @Test
    void what_is_damaged_is_refused_in_one_line() {
        String text = HoldReportCodec.text(REPORT);

        assertThatThrownBy(() -> HoldReportCodec.read(text.substring(0, text.length() / 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> HoldReportCodec.read("{\"pool\":\"main\"}"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
