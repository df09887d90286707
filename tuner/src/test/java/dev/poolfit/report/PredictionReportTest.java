package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Parameter.Origin;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.model.simulation.SteadyStates;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Predictions are the same in every locale, say their bounds, and keep the contract's names. */
class PredictionReportTest {
    private static final Prediction NEAR = new Prediction(
            Settings.ofPoolAndThreads(20, 100),
            new Interval(165.25, 160, 170),
            new Interval(306, 290, 320),
            new Interval(1390, 1200, 1600),
            new Interval(0, 0, 0.001),
            Bound.HOLD,
            false);
    private static final Prediction FAR = new Prediction(
            Settings.of(Knob.POOL, 400).with(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3)),
            new Interval(1234.5678, 0, Double.POSITIVE_INFINITY),
            new Interval(80, 60, 100),
            new Interval(200, 150, 300),
            new Interval(0.5, 0.25, 0.75),
            Bound.DATABASE_CPU,
            true);

    private static final Fit FIT = new Fit() {
        @Override
        public List<Parameter> parameters() {
            return List.of(
                    new Parameter(
                            Message.verbatim("database CPU a request"),
                            Parameter.Key.DATABASE_CPU,
                            new Interval(4.25, 4, 4.5),
                            Origin.FITTED),
                    new Parameter(
                            Message.verbatim("contention"),
                            Parameter.Key.CONTENTION,
                            new Interval(0.00042, 0, 0.001),
                            Origin.NOT_IDENTIFIABLE),
                    new Parameter(
                            Message.verbatim("service cores"),
                            Parameter.Key.SERVICE_CORES,
                            new Interval(4, 4, 4),
                            Origin.ASSUMED));
        }

        @Override
        public List<Check> checks() {
            return List.of(
                    new Check(
                            Message.verbatim("users = rate × (response + think)"),
                            true,
                            Message.verbatim("150 users fit 149.8.")),
                    new Check(
                            Message.verbatim("rate grows with the pool"),
                            false,
                            Message.verbatim("It " + "falls ".repeat(30) + "instead.")));
        }

        @Override
        public List<Message> warnings() {
            return List.of(Message.verbatim("The data do not tell CPU from delay."));
        }

        @Override
        public double hold() {
            return 0.05;
        }

        @Override
        public Prediction predict(Settings settings, WhatIf change) {
            throw new IllegalStateException("nothing is left to predict");
        }
    };
    private static final PredictionReport REPORT =
            new PredictionReport(FIT, List.of(NEAR, FAR), List.of("The file has one row."));

    @Test
    void the_table_shows_predictions_with_their_intervals_then_what_they_rest_on() {
        String text = PredictionReport.Format.TABLE.write(REPORT);

        assertThat(text.lines())
                .allSatisfy(line -> assertThat(Columns.width(line)).isLessThanOrEqualTo(80));
        assertThat(text)
                .startsWith("""
                        pool threads timeout rate/s        95 % mean ms p99 ms errors limit
                          20     100       –  165.3 160.0–170.0   306.0  1,390    0 % hold time
                         400       –      3s  1,235 no interval    80.0  200.0   50 % database CPU *
                        """)
                .contains("hold time: the time that connections are held")
                .contains("* extrapolated: outside the range of the measurements")
                .contains("database CPU a request  D    4.25 ms    4–4.5  fitted")
                .contains("contention              σ    0.00042  0–0.001  not identifiable")
                .contains("  holds  users = rate × (response + think): 150 users fit 149.8.")
                .contains("  FAILS  rate grows with the pool: It falls falls")
                .endsWith("Warnings\n  - The file has one row.\n  - The data do not tell CPU from delay.\n");
    }

    @Test
    void json_keeps_the_names_of_the_contract() {
        JsonNode json = JsonMapper.builder().build().readTree(PredictionReport.Format.JSON.write(REPORT));

        assertThat(json.propertyNames()).containsExactly("fit", "predictions", "warnings");
        assertThat(json.at("/fit/parameters/0").toString())
                .isEqualTo("{\"name\":\"database CPU a request\",\"symbol\":\"D\",\"unit\":\"ms\",\"value\":4.25,"
                        + "\"low\":4,\"high\":4.5,\"origin\":\"fitted\"}");
        assertThat(json.at("/fit/checks/0").toString())
                .isEqualTo("{\"name\":\"users = rate × (response + think)\",\"passed\":true,"
                        + "\"statement\":\"150 users fit 149.8.\"}");
        assertThat(json.at("/predictions/0").toString())
                .isEqualTo("{\"settings\":{\"pool\":20,\"threads\":100},"
                        + "\"throughput\":{\"mean\":165.25,\"low\":160,\"high\":170},\"meanMs\":306,\"p99Ms\":1390,"
                        + "\"errorRate\":0,\"meanMsInterval\":{\"low\":290,\"high\":320},"
                        + "\"p99MsInterval\":{\"low\":1200,\"high\":1600},\"errorRateInterval\":{\"low\":0,\"high\":0.001},"
                        + "\"limit\":\"hold\",\"extrapolated\":false}");
        assertThat(json.at("/predictions/1/throughput/high").isNull()).isTrue();
        assertThat(json.at("/predictions/1/limit").asString()).isEqualTo("database_cpu");
        assertThat(json.at("/warnings").size()).isEqualTo(2);
    }

    @Test
    void a_cause_of_which_the_data_says_nothing_is_not_named() {
        var crowded = new Prediction(
                Settings.of(Knob.POOL, 200),
                new Interval(100, 90, 110),
                new Interval(80, 60, 100),
                new Interval(200, 150, 300),
                new Interval(0, 0, 0),
                Bound.CONTENTION,
                true);
        var report = new PredictionReport(FIT, List.of(crowded), List.of());

        assertThat(PredictionReport.Format.TABLE.write(report))
                .contains("not identifiable  *\n")
                .doesNotContain("contention  *");
        assertThat(PredictionReport.Format.JSON.write(report)).contains("\"limit\" : \"not-identifiable\"");
        assertThat(PredictionReport.Format.CSV.write(report)).contains(",not_identifiable,true");
    }

    @Test
    void two_steady_states_are_told_in_words_and_in_figures() {
        var torn = new Prediction(
                Settings.ofPoolAndThreads(100, 200),
                new Interval(790, 780, 1_200),
                new Interval(1_500, 1_400, 1_600),
                new Interval(1_600, 1_500, 1_700),
                new Interval(0, 0, 0.001),
                Bound.CONTENTION,
                false,
                Optional.of(new SteadyStates(new Interval(1_197, 1_190, 1_204), new Interval(789, 780, 798), 22)));
        var report = new PredictionReport(FIT, List.of(NEAR, torn), List.of());
        JsonNode json = JsonMapper.builder().build().readTree(PredictionReport.Format.JSON.write(report));

        assertThat(report.warnings())
                .first()
                .isEqualTo(
                        "One setting has two steady states: with pool 100, threads 200 1,197/s from empty but 789.0/s"
                                + " from full. After a burst the service may stay in the lower one. A pool of at most 22 keeps the"
                                + " database below its knee and has one state.");
        assertThat(PredictionReport.Format.TABLE.write(report))
                .contains("not identifiable +\n")
                .contains("+ two states");
        assertThat(json.at("/predictions/1/steadyStates").toString())
                .isEqualTo("{\"fromEmpty\":{\"mean\":1197,\"low\":1190,\"high\":1204},"
                        + "\"fromFull\":{\"mean\":789,\"low\":780,\"high\":798},\"largestPoolWithOne\":22}");
        assertThat(json.at("/predictions/0").has("steadyStates")).isFalse();
    }

    @Test
    void csv_has_a_line_a_prediction_and_blanks_for_what_is_unknown() {
        assertThat(PredictionReport.Format.CSV.write(REPORT))
                .isEqualTo("pool,threads,connection_timeout_ms,throughput,throughput_low,throughput_high,mean_ms,"
                        + "mean_ms_low,mean_ms_high,p99_ms,p99_ms_low,p99_ms_high,errors_per_s,error_rate,"
                        + "error_rate_low,error_rate_high,limit,extrapolated\r\n"
                        + "20,100,,165.25,160,170,306,290,320,1390,1200,1600,0,0,0,0.001,hold,false\r\n"
                        + "400,,3000,1234.57,0,,80,60,100,200,150,300,1234.57,0.5,0.25,0.75,database_cpu,true\r\n");
    }

    @Test
    void a_locale_with_decimal_commas_changes_nothing() {
        Locale before = Locale.getDefault();
        try {
            for (PredictionReport.Format format : PredictionReport.Format.values()) {
                String plain = format.write(REPORT);
                Locale.setDefault(Locale.GERMANY);
                assertThat(format.write(REPORT)).isEqualTo(plain);
                Locale.setDefault(before);
            }
        } finally {
            Locale.setDefault(before);
        }
    }
}
