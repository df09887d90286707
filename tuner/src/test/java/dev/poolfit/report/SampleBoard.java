package dev.poolfit.report;

import static dev.poolfit.report.SampleRuns.performance;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Share;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.NotLarger;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.WhyThis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A made-up run with figures like those of the board study. */
final class SampleBoard {
    private SampleBoard() {}

    /** The highest throughput over pool and threads together. */
    static Run board() {
        var trials = new SampleTrials(100, 2, 0.0076, 6.7);
        double[][] rows = {
            {200, 10, 231.4}, {20, 9, 256.3}, {6, 2, 217.5}, {6, 4, 227.1}, {6, 6, 231.7}, {10, 10, 244.1},
            {20, 20, 249.6}, {100, 50, 225.6}, {20, 9, 252.9}, {10, 6, 243.2}, {20, 6, 250.7}, {10, 9, 244.8},
            {20, 9, 254.4}
        };
        for (int i = 0; i < rows.length; i++) {
            trials.add(
                    i == 0 ? Role.BASELINE : i > 7 ? Role.CONFIRM : Role.SEARCH,
                    Settings.ofPoolAndThreads((int) rows[i][1], (int) rows[i][0]),
                    rows[i][2],
                    0);
        }
        var before = performance(Settings.ofPoolAndThreads(10, 200), 1, 231.4, 7.9, 431, 1190, 0, Standing.FAILS);
        var chosen = performance(Settings.ofPoolAndThreads(6, 20), 1, 250.7, 8.2, 398, 702, 0, Standing.MEETS);
        return new Run(
                new Run.Question(
                        SampleExperiments.of(
                                "board",
                                new Experiment.Scope(
                                        new SearchSpace(Map.of(
                                                Knob.POOL, new IntRange(1, 50), Knob.THREADS, new IntRange(6, 200))),
                                        Settings.of(Knob.ACCEPT_COUNT, 10)),
                                new Experiment.Aim(
                                        new Goal(Optional.empty(), Optional.of(new Share(0.001)), Optional.empty()),
                                        Optional.empty()),
                                Duration.ofSeconds(1),
                                Duration.ofMinutes(10),
                                7),
                        Message.verbatim(
                                "100 users (closed), think time 1s: GET http://127.0.0.1:8080/api/board (33.3 %), GET"
                                        + " http://127.0.0.1:8080/api/news (33.3 %), GET"
                                        + " http://127.0.0.1:8080/api/room/1/reservation/month?yearMonth=2025-03 (33.3 %)")),
                new Conclusion(
                        Outcome.RECOMMENDED,
                        new Conclusion.Choice(
                                Optional.of(chosen),
                                Optional.of(before),
                                Optional.empty(),
                                List.of(
                                        performance(
                                                Settings.ofPoolAndThreads(2, 6),
                                                1,
                                                217.5,
                                                7,
                                                460,
                                                640,
                                                0,
                                                Standing.FAILS),
                                        performance(
                                                Settings.ofPoolAndThreads(4, 6),
                                                1,
                                                227.1,
                                                7,
                                                440,
                                                633,
                                                0,
                                                Standing.FAILS),
                                        performance(
                                                Settings.ofPoolAndThreads(6, 6),
                                                1,
                                                231.7,
                                                7,
                                                431,
                                                611,
                                                0,
                                                Standing.FAILS),
                                        performance(
                                                Settings.ofPoolAndThreads(6, 10),
                                                1,
                                                243.2,
                                                8,
                                                411,
                                                640,
                                                0,
                                                Standing.UNCLEAR),
                                        chosen,
                                        performance(
                                                Settings.ofPoolAndThreads(9, 10),
                                                1,
                                                244.8,
                                                8,
                                                408,
                                                652,
                                                0,
                                                Standing.UNCLEAR),
                                        performance(
                                                Settings.ofPoolAndThreads(9, 20),
                                                3,
                                                254.5,
                                                4.3,
                                                392,
                                                688,
                                                0,
                                                Standing.MEETS),
                                        before,
                                        performance(
                                                Settings.ofPoolAndThreads(10, 10),
                                                1,
                                                244.1,
                                                8,
                                                409,
                                                660,
                                                0,
                                                Standing.UNCLEAR),
                                        performance(
                                                Settings.ofPoolAndThreads(20, 20),
                                                1,
                                                249.6,
                                                8,
                                                400,
                                                744,
                                                0,
                                                Standing.MEETS),
                                        performance(
                                                Settings.ofPoolAndThreads(50, 100),
                                                1,
                                                225.6,
                                                9,
                                                443,
                                                1012,
                                                0.0004,
                                                Standing.FAILS))),
                        new Conclusion.Grounds(
                                List.of(
                                        new WhyThis.ProbablyNearHighest(chosen.measured(), 0.02, 0.97),
                                        new NotSmaller.NotMeasured(Settings.ofPoolAndThreads(5, 20), 0.34),
                                        new NotLarger.Gave(
                                                Settings.ofPoolAndThreads(9, 20),
                                                new Interval(254.5, 250.2, 258.8),
                                                NotLarger.Difference.NOT_SIGNIFICANT)),
                                List.of(),
                                Optional.of(SampleForecasts.board()),
                                List.of()),
                        OptionalInt.empty()),
                trials.list(),
                trials.series(),
                new Run.Circumstances(
                        Instant.parse("2026-03-02T10:00:00Z"),
                        402,
                        471,
                        Optional.of(Message.verbatim("MySQL 8.4.2")),
                        OptionalInt.of(151),
                        "0.1.0",
                        List.of(),
                        List.of()));
    }
}
