package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.FlagKnob;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/** Evidence made for the rules: trials with just the probes that are named, on one machine of two cores unless told. */
public final class EvidenceBuilder {
    private static final int SECONDS = 20;

    private final List<Trial> trials = new ArrayList<>();
    private Assumptions known = cores(2, 2, true);
    private OptionalDouble goal = OptionalDouble.of(150);
    private Outcome outcome = Outcome.RECOMMENDED;
    private int users = 100;
    private Duration think = Duration.ZERO;
    private Optional<Forecast> forecast = Optional.empty();

    /** What was read of a trial beside its rate. */
    static final class Seen {
        private final Map<Metric, Double> values = new EnumMap<>(Metric.class);
        private Settings settings = Settings.ofPoolAndThreads(10, 100);
        private double rate = 100;
        private double meanMs = 1000;
        private double p99Ms = 2000;
        private Flag[] flags = {};

        static Seen at(int pool, int threads) {
            var seen = new Seen();
            seen.settings = Settings.ofPoolAndThreads(pool, threads);
            return seen;
        }

        Seen with(FlagKnob knob, boolean value) {
            settings = settings.with(knob, value);
            return this;
        }

        Seen rate(double perSecond) {
            rate = perSecond;
            return this;
        }

        Seen response(double mean, double p99) {
            meanMs = mean;
            p99Ms = p99;
            return this;
        }

        Seen with(Metric metric, double value) {
            values.put(metric, value);
            return this;
        }

        Seen without(Metric metric) {
            values.remove(metric);
            return this;
        }

        Seen flagged(Flag... raised) {
            flags = raised;
            return this;
        }

        /** Pool and threads as they were in use. */
        Seen using(double active, double pending, double busy) {
            return with(Metric.POOL_ACTIVE, active)
                    .with(Metric.POOL_PENDING, pending)
                    .with(Metric.THREADS_BUSY, busy);
        }

        /** CPU in cores. */
        Seen computing(double service, double database, double tuner) {
            return with(Metric.SERVICE_CPU, service)
                    .with(Metric.DATABASE_CPU, database)
                    .with(Metric.TUNER_CPU, tuner)
                    .with(Metric.HOST_CPU, service + database + tuner);
        }

        Trial trial(int number) {
            return TrialBuilder.trial(number)
                    .role(number == 1 ? Role.BASELINE : Role.CONFIRM)
                    .at(settings)
                    .lasting(2, SECONDS)
                    .rate(rate)
                    .responseMs(meanMs)
                    .p99Ms(new Interval(p99Ms, 0.97 * p99Ms, 1.03 * p99Ms))
                    .read(values)
                    .flags(flags)
                    .build();
        }
    }

    public static Assumptions cores(int service, int database, boolean oneMachine) {
        return new Assumptions(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(service),
                OptionalInt.of(database),
                false,
                oneMachine);
    }

    /** Twice, so that a repeat confirms it; the last is the setting that the conclusion names. */
    EvidenceBuilder saw(Seen seen) {
        trials.add(seen.trial(trials.size() + 1));
        trials.add(seen.trial(trials.size() + 1));
        return this;
    }

    EvidenceBuilder knowing(Assumptions assumptions) {
        known = assumptions;
        return this;
    }

    EvidenceBuilder ended(Outcome how) {
        outcome = how;
        return this;
    }

    EvidenceBuilder wanting(double rate) {
        goal = OptionalDouble.of(rate);
        return this;
    }

    EvidenceBuilder wantingTheMost() {
        goal = OptionalDouble.empty();
        return this;
    }

    EvidenceBuilder users(int number) {
        users = number;
        return this;
    }

    EvidenceBuilder thinking(Duration between) {
        think = between;
        return this;
    }

    EvidenceBuilder forecasting(Forecast model) {
        forecast = Optional.of(model);
        return this;
    }

    List<Finding> findings() {
        Trial last = trials.get(trials.size() - 1);
        var problem = new SearchProblem(
                new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 60))),
                new Goal(
                        goal.isPresent() ? Optional.of(new Rate(goal.getAsDouble())) : Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new Load(
                        new Load.Users(users),
                        think,
                        List.of(new Load.Request(
                                "GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 299))),
                        Duration.ofSeconds(60),
                        Set.of()),
                trials.get(0).settings(),
                OptionalInt.empty(),
                Duration.ofMinutes(3),
                1);
        Performance chosen = performance(last, outcome == Outcome.RECOMMENDED ? Standing.MEETS : Standing.FAILS);
        var tried = new LinkedHashMap<Settings, Performance>();
        trials.forEach(each -> tried.put(each.settings(), performance(each, Standing.UNCLEAR)));
        tried.put(last.settings(), chosen);
        var conclusion = new Conclusion(
                outcome,
                new Conclusion.Choice(
                        Optional.of(chosen),
                        Optional.ofNullable(tried.get(trials.get(0).settings())),
                        Optional.empty(),
                        List.copyOf(tried.values())),
                new Conclusion.Grounds(List.of(), List.of(), forecast, List.of()),
                OptionalInt.empty());
        return DiagnosingSearch.findings(problem, trials, known, conclusion);
    }

    private static Performance performance(Trial each, Standing standing) {
        return new Performance(
                each.settings(),
                2,
                each.throughput(),
                each.meanMs(),
                each.p99Ms(),
                new Interval(0, 0, 0.001),
                standing);
    }

    Optional<Finding> finding(String rule) {
        return findings().stream().filter(each -> each.rule().equals(rule)).findFirst();
    }
}
