package dev.poolfit.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.BadQuantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The fitted model predicts rows of published tables that it has not seen, and refuses what they do not carry. */
class PublishedTablesTest {
    private static final double UNKNOWN = Double.NaN;
    private static final Assumptions STOCK = assumed(OptionalInt.of(100), OptionalInt.of(150), OptionalDouble.of(0), 3);
    private static final Assumptions HUNDRED_USERS =
            assumed(OptionalInt.empty(), OptionalInt.of(100), OptionalDouble.empty(), 30);

    private record Published(int pool, int threads, double rate, double meanMs, double p99Ms) {
        Observation row() {
            Settings settings = Settings.of(Knob.POOL, pool);
            return new Observation(
                    threads > 0 ? settings.with(Knob.THREADS, threads) : settings,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.of(rate),
                    known(meanMs),
                    known(p99Ms),
                    OptionalDouble.empty(),
                    Map.of(),
                    1,
                    OptionalDouble.empty(),
                    "pool " + pool);
        }
    }

    /** 300 ms of delay in the hold, 100 threads, 150 users. */
    private static final List<Published> STOCK_300_MS = List.of(
            new Published(10, 0, 16, 2300, 3220),
            new Published(20, 0, 32, 1400, 3170),
            new Published(30, 0, 48, 1000, 3150),
            new Published(50, 0, 80, 500, 2400),
            new Published(70, 0, 112, 450, 1070),
            new Published(100, 0, 159, 360, 620));

    private static final List<Published> BOARD = List.of(
            new Published(1, 6, 119.83, UNKNOWN, UNKNOWN),
            new Published(2, 6, 217.50, UNKNOWN, UNKNOWN),
            new Published(3, 6, 221.63, UNKNOWN, UNKNOWN),
            new Published(4, 6, 227.13, UNKNOWN, UNKNOWN),
            new Published(5, 6, 230.69, UNKNOWN, UNKNOWN),
            new Published(6, 6, 231.73, UNKNOWN, UNKNOWN),
            new Published(10, 10, 244.07, UNKNOWN, UNKNOWN),
            new Published(9, 20, 256.25, UNKNOWN, UNKNOWN),
            new Published(50, 100, 225.60, UNKNOWN, UNKNOWN));

    private static final List<Published> STUDIES = List.of(
            new Published(1, 0, 286.3, UNKNOWN, UNKNOWN),
            new Published(3, 0, 386.4, UNKNOWN, UNKNOWN),
            new Published(5, 0, 421.55, UNKNOWN, UNKNOWN),
            new Published(10, 0, 415.16, UNKNOWN, UNKNOWN),
            new Published(20, 0, 274.2, UNKNOWN, UNKNOWN));

    @Test
    void two_rows_of_a_fixed_delay_predict_the_other_four_within_one_percent() {
        Fit fit = fit(STOCK_300_MS.subList(0, 2), STOCK);

        assertThat(error(fit, STOCK_300_MS.subList(2, 6))).isLessThan(0.01);
    }

    @Test
    void a_hold_that_is_250_ms_shorter_predicts_the_table_measured_with_50_ms() {
        Fit fit = fit(STOCK_300_MS, STOCK);
        var shorter = new WhatIf(
                new WhatIf.Adjustment(1, -0.25), WhatIf.Adjustment.NONE, WhatIf.Adjustment.NONE, OptionalInt.empty());

        assertThat(rate(fit, 10, 100, shorter)).isBetween(82 * 0.95, 82 * 1.05);
        assertThat(rate(fit, 20, 100, shorter)).isBetween(165 * 0.95, 165 * 1.05);
    }

    @Test
    void the_rate_of_a_dashboard_that_counts_every_second_request_is_found_out() {
        Fit fit = fit(STOCK_300_MS, STOCK);

        assertThat(fit.hold()).isBetween(0.305, 0.320);
        assertThat(fit.checks())
                .anyMatch(check -> !check.passed() && check.name().equals("users = rate × (response + think)"));
        assertThat(fit.checks()).anyMatch(check -> check.statement().contains("one of 2 requests"));
    }

    @Test
    void each_inner_row_of_threads_and_pools_is_predicted_by_the_others_within_six_percent() {
        double[] errors = IntStream.range(1, BOARD.size() - 1)
                .mapToDouble(left -> {
                    var others = new ArrayList<>(BOARD);
                    Published held = others.remove(left);
                    return error(fit(others, HUNDRED_USERS), List.of(held));
                })
                .toArray();

        assertThat(IntStream.range(0, errors.length)
                        .mapToDouble(i -> errors[i])
                        .average()
                        .orElseThrow())
                .isLessThan(0.06);
    }

    @Test
    void a_collapse_that_one_run_shows_is_not_established() {
        Fit fit = fit(STUDIES, HUNDRED_USERS);

        assertThat(error(fit, STUDIES)).isLessThan(0.06);
        assertThat(fit.checks())
                .anyMatch(check -> !check.passed() && check.name().equals("a fall at larger pools"));
    }

    @Test
    void two_settings_name_no_cause() {
        Fit fit = fit(
                List.of(new Published(60, 1000, 50, 8470, UNKNOWN), new Published(20, 40, 109, 3430, UNKNOWN)),
                assumed(OptionalInt.empty(), OptionalInt.of(500), OptionalDouble.empty(), 30));

        assertThat(fit.warnings()).anyMatch(warning -> warning.contains("no cause is named"));
    }

    @Test
    void every_prediction_has_an_interval_and_says_where_it_extrapolates() {
        Fit fit = fit(STOCK_300_MS, STOCK);
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
        Fit fit = fit(STOCK_300_MS, STOCK);
        var tooShort = new WhatIf(
                new WhatIf.Adjustment(1, -1), WhatIf.Adjustment.NONE, WhatIf.Adjustment.NONE, OptionalInt.empty());

        Assertions.assertThatExceptionOfType(BadQuantity.class)
                .isThrownBy(() -> fit.predict(Settings.of(Knob.POOL, 10), tooShort))
                .withMessageContaining("hold");
    }

    private static Fit fit(List<Published> rows, Assumptions assumptions) {
        return Fitter.fit(rows.stream().map(Published::row).toList(), assumptions);
    }

    private static double rate(Fit fit, int pool, int threads, WhatIf change) {
        return fit.predict(Settings.ofPoolAndThreads(pool, threads), change)
                .throughput()
                .mean();
    }

    /** Mean absolute error of the predicted throughput, as a share. */
    private static double error(Fit fit, List<Published> rows) {
        return rows.stream()
                .mapToDouble(row -> Math.abs(fit.predict(row.row().settings(), WhatIf.NOTHING)
                                        .throughput()
                                        .mean()
                                / row.rate()
                        - 1))
                .average()
                .orElseThrow();
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static Assumptions assumed(
            OptionalInt threads, OptionalInt users, OptionalDouble think, double connectionTimeout) {
        return new Assumptions(
                OptionalInt.empty(),
                threads,
                OptionalDouble.of(connectionTimeout),
                users,
                think,
                OptionalInt.empty(),
                OptionalInt.empty(),
                false,
                false);
    }
}
