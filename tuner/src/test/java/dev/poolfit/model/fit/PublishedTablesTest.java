package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.results.ResultsReader;
import dev.poolfit.testing.Parts;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The fitted model predicts rows of published tables that it has not seen, and refuses what they do not carry. */
class PublishedTablesTest {
    private static final Assumptions STOCK = users(150);
    private static final Assumptions HUNDRED_USERS = users(100);
    /** 300 ms of delay in the hold. */
    private static final List<Observation> STOCK_300_MS = published("stock-300ms");

    private static final Fit STOCK_FIT = fit(STOCK_300_MS, STOCK);

    private static final List<Observation> BOARD = published("board");
    private static final List<Observation> STUDIES = published("studies");

    @Test
    void two_rows_of_a_fixed_delay_predict_the_other_four_within_one_percent() {
        Fit fit = fit(STOCK_300_MS.subList(0, 2), STOCK);

        assertThat(error(fit, STOCK_300_MS.subList(2, 6))).isLessThan(0.01);
    }

    @Test
    void a_hold_that_is_250_ms_shorter_predicts_the_table_measured_with_50_ms() {
        Fit fit = STOCK_FIT;
        var shorter = new WhatIf(
                new WhatIf.Adjustment(1, -0.25), WhatIf.Adjustment.NONE, WhatIf.Adjustment.NONE, OptionalInt.empty());

        assertThat(rate(fit, 10, 100, shorter)).isBetween(82 * 0.95, 82 * 1.05);
        assertThat(rate(fit, 20, 100, shorter)).isBetween(165 * 0.95, 165 * 1.05);
    }

    @Test
    void the_rate_of_a_dashboard_that_counts_every_second_request_is_found_out() {
        Fit fit = STOCK_FIT;

        assertThat(fit.hold()).isBetween(0.305, 0.320);
        assertThat(fit.checks()).allMatch(Check::passed);
        assertThat(fit.checks())
                .anyMatch(check -> Parts.of(check.statement()).contains(Message.of("check.counting.one-of", 2)));
    }

    @Test
    void each_inner_row_of_threads_and_pools_is_predicted_by_the_others_within_six_percent() {
        assertThat(ofInnerRows(BOARD, (others, held) -> error(fit(others, HUNDRED_USERS), held)))
                .isLessThan(0.06);
    }

    @Test
    void the_99th_percentiles_of_a_dashboard_are_predicted_within_15_percent() {
        assertThat(ofInnerRows(STOCK_300_MS, (others, held) -> p99Error(fit(others, STOCK), held)))
                .isLessThan(0.15);
        Fit fit = STOCK_FIT;
        assertThat(fit.checks())
                .anyMatch(check -> Parts.of(check.statement()).contains(Message.of("check.counting.bucketed")));
    }

    @Test
    void a_collapse_that_one_run_shows_is_not_established() {
        Fit fit = fit(STUDIES, HUNDRED_USERS);

        assertThat(error(fit, STUDIES)).isLessThan(0.06);
        assertThat(fit.checks()).allMatch(Check::passed);
        assertThat(fit.warnings()).anyMatch(warning -> warning.key().equals("fit.fall-one-run"));
    }

    @Test
    void two_settings_name_no_cause() {
        Fit fit = fit(published("posts"), users(500));

        assertThat(fit.warnings()).extracting(Message::key).contains("fit.few-settings");
    }

    @Test
    void every_prediction_has_an_interval_and_says_where_it_extrapolates() {
        Fit fit = STOCK_FIT;
        Prediction inside = fit.predict(Settings.of(Knob.POOL, 40), WhatIf.NOTHING);
        Prediction outside = fit.predict(Settings.of(Knob.POOL, 150), WhatIf.NOTHING);

        assertThat(inside.throughput().low()).isLessThan(inside.throughput().mean());
        assertThat(inside.throughput().high()).isGreaterThan(inside.throughput().mean());
        assertThat(inside.extrapolated()).isFalse();
        assertThat(outside.extrapolated()).isTrue();
    }

    @Test
    void the_same_rows_give_the_same_prediction() {
        Prediction once = fit(BOARD, HUNDRED_USERS).predict(Settings.ofPoolAndThreads(7, 15), WhatIf.NOTHING);
        Prediction again = fit(BOARD, HUNDRED_USERS).predict(Settings.ofPoolAndThreads(7, 15), WhatIf.NOTHING);

        assertThat(again).isEqualTo(once);
    }

    @Test
    void more_is_not_taken_from_a_hold_than_it_has() {
        Fit fit = STOCK_FIT;
        var tooShort = new WhatIf(
                new WhatIf.Adjustment(1, -1), WhatIf.Adjustment.NONE, WhatIf.Adjustment.NONE, OptionalInt.empty());

        Assertions.assertThatExceptionOfType(BadQuantity.class)
                .isThrownBy(() -> fit.predict(Settings.of(Knob.POOL, 10), tooShort))
                .withMessageContaining("hold");
    }

    private static List<Observation> published(String table) {
        return ResultsReader.read(Path.of("../examples/results", table + ".csv"))
                .observations();
    }

    private static Fit fit(List<Observation> rows, Assumptions assumptions) {
        return Fitter.fit(rows, assumptions);
    }

    private static double rate(Fit fit, int pool, int threads, WhatIf change) {
        return fit.predict(Settings.ofPoolAndThreads(pool, threads), change)
                .throughput()
                .mean();
    }

    /** The mean over all rows but the first and the last of an error that all others leave there. */
    private static double ofInnerRows(
            List<Observation> rows, ToDoubleBiFunction<List<Observation>, List<Observation>> error) {
        return IntStream.range(1, rows.size() - 1)
                .mapToDouble(left -> {
                    var others = new ArrayList<>(rows);
                    Observation held = others.remove(left);
                    return error.applyAsDouble(others, List.of(held));
                })
                .average()
                .orElseThrow();
    }

    /** Mean absolute error of the predicted throughput, as a share. */
    private static double error(Fit fit, List<Observation> rows) {
        return error(fit, rows, Prediction::throughput, Observation::throughput);
    }

    private static double p99Error(Fit fit, List<Observation> rows) {
        return error(fit, rows, Prediction::p99Ms, Observation::p99Ms);
    }

    private static double error(
            Fit fit,
            List<Observation> rows,
            Function<Prediction, Interval> predicted,
            Function<Observation, OptionalDouble> published) {
        return rows.stream()
                .mapToDouble(row -> predicted
                                .apply(fit.predict(row.settings(), WhatIf.NOTHING))
                                .mean()
                        / published.apply(row).orElseThrow())
                .map(ratio -> Math.abs(ratio - 1))
                .average()
                .orElseThrow();
    }

    private static Assumptions users(int users) {
        return new Assumptions(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.of(users),
                OptionalDouble.of(0),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                false,
                false);
    }
}
