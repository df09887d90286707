package dev.poolfit.verdict;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.plan.Trace;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.TimeToDecide;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The end of a search. What is recommended meets the goal, and stands so wherever it is shown.
 *
 * @param outcome what became of the goal
 * @param choice which setting, and among which
 * @param grounds why, and what else was seen
 * @param poolLimit the ceiling on the pool, where there is one
 * @param trace the rules that were asked, the last of which gave this verdict; none where no rule did
 */
public record Conclusion(Outcome outcome, Choice choice, Grounds grounds, OptionalInt poolLimit, Trace trace)
        implements Decision {
    /** A verdict that no rule gave yet. */
    public Conclusion(Outcome outcome, Choice choice, Grounds grounds, OptionalInt poolLimit) {
        this(outcome, choice, grounds, poolLimit, Trace.NONE);
    }

    public Conclusion {
        boolean decided = choice.recommended()
                .filter(chosen ->
                        choice.everywhere(chosen.settings()).allMatch(each -> each.standing() == Standing.MEETS))
                .isPresent();
        if (outcome == Outcome.RECOMMENDED && !decided) {
            throw new IllegalArgumentException("what is recommended must be a setting that meets the goal, but is "
                    + choice.recommended() + " among " + choice.tried());
        }
    }

    /** The outcome for the goal. */
    public enum Outcome {
        RECOMMENDED,
        UNREACHABLE,
        INCONCLUSIVE
    }

    /**
     * The settings that matter.
     *
     * @param recommended the smallest setting that meets the goal; present when recommended, and else the nearest to it
     *     where there is one
     * @param baseline how the initial settings did; shown even where none of their trials counts, see {@link #baselineCounts}
     * @param smaller the setting one step below the recommended one, where it was tried
     * @param tried every setting that was tried, by pool, then threads
     * @param gain the recommended setting's throughput over that of the initial settings, above 0; 95 %
     * @param apart whether settings were compared under one load, but these two were not: the service may have become faster
     *     between them, so that no gain follows from their figures
     */
    public record Choice(
            Optional<Performance> recommended,
            Optional<Performance> baseline,
            Optional<Performance> smaller,
            List<Performance> tried,
            Optional<Interval> gain,
            boolean apart) {
        public Choice {
            tried = List.copyOf(tried);
        }

        /** Of settings that had trials of their own: their errors are independent and normal on the log scale. */
        public Choice(
                Optional<Performance> recommended,
                Optional<Performance> baseline,
                Optional<Performance> smaller,
                List<Performance> tried) {
            this(
                    recommended,
                    baseline,
                    smaller,
                    tried,
                    recommended.flatMap(after -> baseline.filter(before -> counts(before, tried))
                            .flatMap(before -> ratio(after.throughput(), before.throughput()))),
                    false);
        }

        /** This choice with the gain that one load told. */
        public Choice withGain(Optional<Interval> told) {
            return new Choice(recommended, baseline, smaller, tried, told, told.isEmpty());
        }

        /** Returns every performance of these settings. */
        private Stream<Performance> everywhere(Settings settings) {
            return Stream.concat(Stream.of(recommended, baseline, smaller).flatMap(Optional::stream), tried.stream())
                    .filter(each -> each.settings().equals(settings));
        }

        /** Returns whether a trial of the initial settings is valid: where none is, they are shown and not compared. */
        public boolean baselineCounts() {
            return baseline.filter(each -> counts(each, tried)).isPresent();
        }

        private static boolean counts(Performance each, List<Performance> tried) {
            return tried.stream().anyMatch(other -> other.settings().equals(each.settings()));
        }

        private static Optional<Interval> ratio(Interval after, Interval before) {
            return before.mean() > 0 && after.mean() > 0 ? Optional.of(after.over(before)) : Optional.empty();
        }
    }

    /**
     * The grounds of the choice.
     *
     * @param reasons why this setting, why not smaller, why not larger, in the order to tell them
     * @param findings what else the evidence shows, the most severe first
     * @param forecast what the fitted model says; empty where none was fitted
     * @param knobs what became of the knobs beside pool and threads, in the order in which they were compared
     * @param counted the trials with the flags that this search judged beside those that hold for every run; none where it
     *     judged none
     */
    public record Grounds(
            List<Reason> reasons,
            List<Finding> findings,
            Optional<Forecast> forecast,
            List<KnobResult> knobs,
            JudgedTrials counted) {
        /** The grounds of a search that judged no trial itself. */
        public Grounds(
                List<Reason> reasons, List<Finding> findings, Optional<Forecast> forecast, List<KnobResult> knobs) {
            this(reasons, findings, forecast, knobs, JudgedTrials.NONE);
        }

        public Grounds {
            reasons = List.copyOf(reasons);
            findings = List.copyOf(findings);
            knobs = List.copyOf(knobs);
        }

        /** The reasons alone. */
        public static Grounds of(List<Reason> reasons) {
            return new Grounds(reasons, List.of(), Optional.empty(), List.of());
        }
    }

    public Optional<Performance> recommended() {
        return choice.recommended();
    }

    public Optional<Performance> baseline() {
        return choice.baseline();
    }

    public Optional<Performance> smaller() {
        return choice.smaller();
    }

    public List<Performance> tried() {
        return choice.tried();
    }

    public List<Reason> reasons() {
        return grounds.reasons();
    }

    /** Returns whether what is recommended is enough, and which is the smallest that is enough was not decided. */
    public boolean smallestOpen() {
        return reasons().stream().anyMatch(WhyThis.Between.class::isInstance);
    }

    /** Returns the time of further load that would decide what is open; empty where nothing is, or nobody knows how long. */
    public Optional<Duration> toDecide() {
        return reasons().stream()
                .filter(Undecided.class::isInstance)
                .flatMap(each -> ((Undecided) each).time().stream())
                .filter(each -> !each.orMore())
                .map(TimeToDecide::load)
                .findFirst();
    }

    public List<Finding> findings() {
        return grounds.findings();
    }

    public Optional<Forecast> forecast() {
        return grounds.forecast();
    }

    public List<KnobResult> knobs() {
        return grounds.knobs();
    }

    /** All trials of the run, with the flags that led to this conclusion. */
    public List<Trial> counted(List<Trial> all) {
        return new JudgedTrials(all).with(grounds.counted()).trials();
    }

    /** This conclusion with the trials as they led to it, unless a search within this one said which. */
    public Conclusion counting(JudgedTrials counted) {
        return grounds.counted().equals(JudgedTrials.NONE)
                ? with(new Grounds(reasons(), findings(), forecast(), knobs(), counted))
                : this;
    }

    /** This conclusion with what else the evidence shows. */
    public Conclusion with(List<Finding> shown) {
        return with(new Grounds(reasons(), shown, forecast(), knobs(), grounds.counted()));
    }

    /** This conclusion with one more reason at the end. */
    public Conclusion with(Reason reason) {
        List<Reason> more = Stream.concat(reasons().stream(), Stream.of(reason)).toList();
        return with(new Grounds(more, findings(), forecast(), knobs(), grounds.counted()));
    }

    /** This conclusion with a reason before all others. */
    public Conclusion startingWith(Reason reason) {
        List<Reason> more = Stream.concat(Stream.of(reason), reasons().stream()).toList();
        return with(new Grounds(more, findings(), forecast(), knobs(), grounds.counted()));
    }

    /** This conclusion with what the model says of it. */
    public Conclusion with(Forecast model) {
        return with(new Grounds(reasons(), findings(), Optional.of(model), knobs(), grounds.counted()));
    }

    /** This conclusion as one that recommends nothing, with the reason in place of those for a setting, and of what more time would decide. */
    public Conclusion outOfReach(Reason reason) {
        Stream<Reason> others = reasons().stream()
                .filter(each -> !(each instanceof WhyThis || each instanceof NotSmaller || each instanceof Undecided));
        List<Reason> kept = Stream.concat(Stream.of(reason), others).toList();
        var told = new Grounds(kept, findings(), forecast(), knobs(), grounds.counted());
        return new Conclusion(Outcome.UNREACHABLE, choice, told, poolLimit, trace);
    }

    private Conclusion with(Grounds other) {
        return new Conclusion(outcome, choice, other, poolLimit, trace);
    }

    @Override
    public Conclusion after(Trace before) {
        return new Conclusion(outcome, choice, grounds, poolLimit, before.then(trace));
    }
}
