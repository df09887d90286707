package dev.poolfit.report;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Trace;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import dev.poolfit.verdict.earlier.Revisit;
import dev.poolfit.verdict.reason.MissedBounds;
import dev.poolfit.verdict.reason.ModelRemark;
import dev.poolfit.verdict.reason.NotLarger;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.OutOfReach;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Made-up runs with figures like those of the studies. */
public final class SampleRuns {
    private SampleRuns() {}

    static Run named(String name) {
        return switch (name) {
            case "stock" -> SampleFindings.diagnosed(stock(), 4, 4);
            case "board" -> SampleFindings.diagnosed(SampleBoard.board(), 4, 2);
            case "unreachable" -> SampleFindings.diagnosed(unreachable(), 4, 4);
            case "inconclusive" -> inconclusive();
            case "odd" -> SampleFindings.diagnosed(oddName(), 4, 4);
            default -> throw new IllegalArgumentException("no sample run is named " + name);
        };
    }

    /** The smallest pool that reaches 150/s with connections held for 50 ms. */
    public static Run stock() {
        var trials = new SampleTrials(100, 4);
        trials.add(Role.BASELINE, stockAt(5), 41.3, 0.0915);
        trials.add(Role.SEARCH, stockAt(20), 163.9, 0);
        trials.add(Role.SEARCH, stockAt(10), 82.1, 0.0106);
        trials.add(Role.SEARCH, stockAt(18), 147.2, 0);
        trials.add(Role.SEARCH, stockAt(40), 298.4, 0);
        trials.add(Role.CONFIRM, stockAt(19), 155.4, 0);
        trials.add(Role.CONFIRM, stockAt(18), 148.3, 0);
        trials.add(Role.CONFIRM, stockAt(19), 139.8, 0, Flag.NOT_STEADY);
        trials.add(Role.CONFIRM, stockAt(19), 156.3, 0);
        trials.add(Role.CONFIRM, stockAt(18), 147.9, 0);
        var before = performance(stockAt(5), 1, 41.3, 0.9, 2421, 3161, 0.0915, Standing.FAILS);
        var below = performance(stockAt(18), 3, 147.8, 1.2, 676, 1480, 0, Standing.FAILS);
        var chosen = performance(stockAt(19), 2, 155.9, 2.4, 641, 1402, 0, Standing.MEETS);
        return new Run(
                new Run.Question(
                        SampleExperiments.of(
                                "stock-50ms",
                                new Experiment.Scope(
                                        new SearchSpace(Map.of(Knob.POOL, new IntRange(2, 60))),
                                        Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3))
                                                .with(Knob.THREADS, 100)),
                                new Experiment.Aim(
                                        new Goal(
                                                Optional.of(new Rate(150)),
                                                Optional.of(new Share(0)),
                                                Optional.of(Duration.ofMillis(1500))),
                                        Optional.of(new Ceiling(2, new Share(0.8), OptionalInt.empty()))),
                                Duration.ZERO,
                                Duration.ofMinutes(5),
                                42),
                        Message.verbatim(
                                "100 users (closed) without think time: GET http://127.0.0.1:8080/stocks/{1..1000}")),
                new Conclusion(
                        Outcome.RECOMMENDED,
                        new Conclusion.Choice(
                                Optional.of(chosen),
                                Optional.of(before),
                                Optional.of(below),
                                List.of(
                                        before,
                                        performance(stockAt(10), 1, 82.1, 1.1, 1218, 2577, 0.0106, Standing.FAILS),
                                        below,
                                        chosen,
                                        performance(stockAt(20), 1, 163.9, 1.6, 610, 1371, 0, Standing.MEETS),
                                        performance(stockAt(40), 1, 298.4, 3.2, 335, 702, 0, Standing.MEETS))),
                        new Conclusion.Grounds(
                                List.of(
                                        new WhyThis.Meets(chosen.measured(), false),
                                        new NotSmaller.Misses(
                                                below.measured(),
                                                new MissedBounds(
                                                        OptionalDouble.of(150), false, OptionalDouble.empty())),
                                        new NotLarger.Gave(
                                                stockAt(40),
                                                new Interval(298.4, 295.2, 301.6),
                                                NotLarger.Difference.MORE_THAN_ASKED)),
                                List.of(),
                                Optional.of(SampleForecasts.stock()),
                                List.of()),
                        OptionalInt.of(60),
                        new Trace(List.of(
                                new Trace.Asked(
                                        new NamedRule(
                                                "rate",
                                                "undecided-below",
                                                List.of(),
                                                List.of(Message.of("because.cost", "8s", "5s"))),
                                        Trace.Answer.NOT_PAID),
                                new Trace.Asked(new NamedRule("rate", "verdict", List.of()), Trace.Answer.FIRED)))),
                trials.byRules(),
                trials.series(),
                new Run.Circumstances(
                        Instant.parse("2026-03-02T09:14:07Z"),
                        184.4,
                        213.9,
                        Optional.of(Message.verbatim("MariaDB 11.4.5")),
                        OptionalInt.of(151),
                        "0.1.0",
                        List.of(Message.verbatim("The service's heap: its JMX bean did not answer.")),
                        List.of(Message.verbatim("Load generator and service share two cores."))),
                Optional.of(new ReferenceComparison(
                        "Stock 50ms",
                        List.of(
                                new Revisit(
                                        Settings.of(Knob.POOL, 10),
                                        82,
                                        Optional.of(new Interval(84.1, 81.6, 86.9)),
                                        Optional.of(new Interval(85.2, 82.3, 88.1))),
                                new Revisit(
                                        Settings.of(Knob.POOL, 20),
                                        165,
                                        Optional.of(new Interval(161.3, 157.0, 165.2)),
                                        Optional.empty())))));
    }

    static Run unreachable() {
        var trials = new SampleTrials(100, 4);
        trials.add(Role.BASELINE, stockAt(10), 16.2, 0.38);
        trials.add(Role.SEARCH, stockAt(60), 96.4, 0.004);
        trials.add(Role.SEARCH, stockAt(30), 48.1, 0.05, Flag.ENDED_EARLY);
        trials.add(Role.CONFIRM, stockAt(60), 95.9, 0.005);
        var before = performance(stockAt(10), 1, 16.2, 0.6, 2300, 3220, 0.38, Standing.FAILS);
        var nearest = performance(stockAt(60), 2, 96.2, 1.4, 481, 1770, 0.0045, Standing.FAILS);
        Run stock = stock();
        return new Run(
                stock.question(),
                new Conclusion(
                        Outcome.UNREACHABLE,
                        new Conclusion.Choice(
                                Optional.of(nearest),
                                Optional.of(before),
                                Optional.empty(),
                                List.of(
                                        before,
                                        performance(stockAt(30), 1, 48.1, 0.9, 1010, 3150, 0.05, Standing.FAILS),
                                        nearest)),
                        new Conclusion.Grounds(
                                List.of(
                                        new OutOfReach.Nearest(nearest.measured()),
                                        new OutOfReach.LevelledOff(stockAt(30), new Interval(95.1, 93.0, 97.2)),
                                        new ModelRemark.WithoutModel()),
                                List.of(),
                                Optional.of(SampleForecasts.unexplained()),
                                List.of()),
                        OptionalInt.of(60)),
                trials.list(),
                trials.series(),
                stock.circumstances());
    }

    static Run inconclusive() {
        var trials = new SampleTrials(30, 4);
        trials.add(Role.BASELINE, stockAt(10), 148.2, 0, Flag.CLIENT_LIMITED);
        trials.add(Role.SEARCH, stockAt(20), 151.9, 0, Flag.CLIENT_LIMITED, Flag.NOT_STEADY);
        Run stock = stock();
        return new Run(
                stock.question(),
                new Conclusion(
                        Outcome.INCONCLUSIVE,
                        new Conclusion.Choice(Optional.empty(), Optional.empty(), Optional.empty(), List.of()),
                        new Conclusion.Grounds(
                                List.of(new Undecided.NoValidTrial(
                                        Settings.ofPoolAndThreads(20, 100),
                                        trials.list().get(1).flags().stream()
                                                .sorted()
                                                .toList())),
                                List.of(new Finding(
                                        "load-bound",
                                        Severity.WARNING,
                                        Map.of(),
                                        Message.verbatim(
                                                "Connections and threads were idle. Raise the users or run the load generator on"
                                                        + " another machine."))),
                                Optional.empty(),
                                List.of()),
                        OptionalInt.empty()),
                trials.list(),
                trials.series(),
                stock.circumstances());
    }

    /** A name and a load that would break a page, a terminal or a YAML comment that took them as they are. */
    static Run oddName() {
        Run stock = stock();
        var question = stock.question();
        String odd = "</script><b>재고 \u2028\u001b[31m\"'&amp; <!-- \npool: 999";
        return new Run(
                new Run.Question(
                        SampleExperiments.named(question.experiment(), odd),
                        Message.verbatim("GET http://127.0.0.1/<img src=x onerror=alert(1)>")),
                predicted(stock.conclusion(), SampleForecasts.odd(odd)),
                stock.trials(),
                stock.series(),
                new Run.Circumstances(
                        stock.circumstances().started(),
                        stock.circumstances().loadSeconds(),
                        stock.circumstances().totalSeconds(),
                        Optional.of(Message.verbatim(odd)),
                        stock.circumstances().maxConnections(),
                        "0.1.0",
                        List.of(Message.verbatim(odd)),
                        List.of(Message.verbatim(odd))));
    }

    /** The same conclusion, with what the model says of it. */
    static Conclusion predicted(Conclusion conclusion, Forecast forecast) {
        return conclusion.with(forecast);
    }

    static Settings stockAt(int pool) {
        return Settings.ofPoolAndThreads(pool, 100).with(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3));
    }

    static Performance performance(
            Settings settings,
            int trials,
            double rate,
            double half,
            double meanMs,
            double p99Ms,
            double errors,
            Standing standing) {
        return new Performance(
                settings,
                trials,
                new Interval(rate, rate - half, rate + half),
                meanMs,
                new Interval(p99Ms, p99Ms * 0.97, p99Ms * 1.04),
                new Interval(errors, errors * 0.8, errors * 1.2 + 0.0005),
                standing);
    }
}
