package dev.poolfit.verdict.search;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.evidence.TrialJudge;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.NextComparison.Round;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Finds the smallest setting that is not worse than the best by more than the goal's margin, by switching settings under
 * one load. The first comparison looks across the range, from where the model expects the answer; each later one sets
 * two candidates beside the best ({@link NextComparison}). Pools come first, then threads at the pool that was found.
 */
public final class SwitchingSearch implements Search {
    /** A chance that a pool is worth a look of its own. */
    private static final double MAY_DO = 0.1;
    /** Of pools, how many times as large. */
    private static final double FAR = 2;

    private static final int FIRST_BLOCKS = 4;
    private static final int BLOCKS = 6;
    private static final int FEWEST_BLOCKS = BlockComparison.LEAST_BLOCKS;
    /** With less time than that an A/A check is not worth its place. */
    private static final Duration LONG_ENOUGH_TO_CHECK = Duration.ofSeconds(150);
    /** Of the answer, where its response times or errors are not told from the goal's bounds by fewer. */
    private static final int MOST_ALONE = 3;

    private final SearchProblem problem;
    private final Assumptions known;
    private final Search fallback;
    private final boolean forecasts;

    /**
     * @param known what is known of service and database beside the trials
     * @param fallback goes on where switching cannot compare
     */
    public SwitchingSearch(SearchProblem problem, Assumptions known, Search fallback) {
        this(problem, known, fallback, true);
    }

    private SwitchingSearch(SearchProblem problem, Assumptions known, Search fallback, boolean forecasts) {
        this.problem = problem;
        this.known = known;
        this.fallback = fallback;
        this.forecasts = forecasts;
    }

    /** The same with no forecast in its own conclusions, whose simulations take most of the time of a search. */
    SwitchingSearch withoutForecasts() {
        return new SwitchingSearch(problem, known, fallback, false);
    }

    /**
     * Whether pools and threads can be compared by switching at all: so many users all the time, so that throughput follows
     * the settings. Percentiles straddle switches: where they decide beside a rate, each setting has a trial of its own.
     */
    public static boolean comparable(Goal goal, Load load, SearchSpace space) {
        return (goal.maximal() || goal.p99().isEmpty())
                && load.shape() instanceof Load.Users
                && !space.ranges().isEmpty();
    }

    /** Whether this search is the one: settings are comparable, and the highest throughput is wanted. */
    public static boolean suits(Goal goal, Load load, SearchSpace space) {
        return goal.maximal() && comparable(goal, load, space);
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        if (trials.stream().noneMatch(trial -> trial.role() == Role.BASELINE)
                || unsteady(trials) && left.compareTo(problem.cost().of(2)) >= 0) {
            return new TryNext(TrialPlan.single(Role.BASELINE, problem.found(), problem.confirmLength()));
        }
        JudgedTrials all = new JudgedTrials(trials).by(TrialJudge.CARRY_OVER);
        List<Trial> judged = all.trials();
        var switchability = new Switchability(all, problem.load().think());
        Optional<Message> against = switchability.against();
        if (against.isPresent()) {
            Decision decision = fallback.next(judged, left);
            return decision instanceof Conclusion conclusion
                    ? conclusion.counting(all).with(against.get())
                    : decision;
        }
        var atOneSpeed = new FitAtOneSpeed(problem, known, judged);
        Optional<TrialFit> fitted = atOneSpeed.latest().fit();
        Optional<Candidates> candidates = fitted.map(each -> new Candidates(problem, each));
        boolean guided = fitted.filter(each -> each.unexplained().isEmpty()).isPresent();
        Decision decision = new Step(
                        judged,
                        left,
                        guided ? candidates : Optional.empty(),
                        share -> switchability.period(spendable(left), share))
                .decide();
        if (!(decision instanceof Conclusion conclusion)) {
            return guided ? decision.predicted(candidates.orElseThrow()::expected) : decision;
        }
        Conclusion counting = conclusion.counting(all);
        Conclusion ended = switchability.carriedOver() ? counting.with(Message.of("reason.carried-over")) : counting;
        // Rates are told at the speed under which the answer was compared last.
        FitAtOneSpeed.Fitted told = atOneSpeed.of(ended.recommended().map(Performance::settings));
        if (told.fit().isEmpty() || !forecasts || ended.forecast().isPresent()) {
            return ended;
        }
        TrialFit fit = told.fit().get();
        Conclusion said = told.withoutInitial()
                ? ended.with(
                        Message.of("reason.fitted-to-others", problem.found().toString()))
                : ended;
        return new Forecasts(problem, fit, new Candidates(problem, fit)).added(said, guided, judged);
    }

    /** Whether there is but one trial so far, and it does not count because of what happened meanwhile. */
    private static boolean unsteady(List<Trial> trials) {
        return trials.size() == 1
                && !trials.get(0).valid()
                && EnumSet.of(Flag.NOT_STEADY, Flag.OTHER_PROGRAMS)
                        .containsAll(trials.get(0).flags());
    }

    /** What comparisons may take: the last trial is paid beside them. */
    private Duration spendable(Duration left) {
        Duration alone = problem.cost().of(1);
        return left.compareTo(alone) > 0 ? left.minus(alone) : Duration.ZERO;
    }

    /** One decision, with everything that it rests on. */
    private final class Step {
        private final List<Trial> trials;
        private final Duration left;
        private final Optional<Candidates> candidates;
        private final Neighbourhood near;
        private final Ratios ratios;
        /** Of the settings that belong to a value of the knob that is tuned first, and the initial ones. */
        private final Ratios ofFirstKnob;

        private final Waits waits;
        private final SettingStatistics statistics;
        private final DoubleFunction<Duration> periods;
        private final Duration period;
        private final Crowds crowds;

        /** @param periods how long a setting is to hold, as {@link Switchability#period} has it by the share that is wanted */
        Step(List<Trial> trials, Duration left, Optional<Candidates> candidates, DoubleFunction<Duration> periods) {
            this.trials = trials;
            this.left = left;
            this.candidates = candidates;
            near = new Neighbourhood(problem, trials);
            ratios = new Ratios(trials, problem.goal().margin().fraction());
            ofFirstKnob = new Ratios(
                    trials.stream()
                            .filter(trial -> trial.periods().isEmpty() || belongs(trial.settings()))
                            .toList(),
                    problem.goal().margin().fraction());
            waits = new Waits(trials);
            statistics = SettingStatistics.of(trials, Target.of(problem.goal(), problem.load()));
            this.periods = periods;
            period = periods.apply(1);
            crowds = new Crowds(problem.load(), candidates, statistics);
        }

        Decision decide() {
            if (ratios.settings().isEmpty()) {
                return first();
            }
            OptionalInt farther = candidates.isPresent()
                    ? OptionalInt.empty()
                    : new Reach(
                                    ofFirstKnob,
                                    this::valueOf,
                                    range(),
                                    problem.goal().margin().fraction())
                            .farther();
            if (farther.isPresent() && affordable(2, FEWEST_BLOCKS)) {
                return compare(List.of(ofFirstKnob.best(), at(farther.getAsInt())), BLOCKS);
            }
            Narrowing pools = narrowing(range(), this::at, ofFirstKnob, valueOf(ofFirstKnob.best()));
            Optional<Decision> more = narrow(pools, this::at, this::step, ofFirstKnob);
            if (more.isPresent()) {
                return more.get();
            }
            if (near.pools().isEmpty()
                    || near.threads().isEmpty()
                    || pools.smallest().isEmpty()) {
                return ended(pools, this::at, ofFirstKnob, Optional.empty(), pools.probablyClose());
            }
            Settings found = at(pools.smallest().getAsInt());
            IntFunction<Settings> withThreads = threads -> found.with(Knob.THREADS, threads);
            var upTo = new IntRange(near.threads().get().low(), found.threads().orElseThrow());
            Settings best = ratios.best();
            Narrowing threads = narrowing(
                    upTo,
                    withThreads,
                    ratios,
                    best.agree(Knob.POOL, found) ? best.threads().orElseThrow() : upTo.high());
            more = narrow(threads, withThreads, value -> Neighbourhood.step(withThreads.apply(value)), ratios);
            // Threads cost little: whether fewer are enough is told, but the answer does not wait for it.
            return more.orElseGet(
                    () -> pools.probablyClose() && threads.smallest().isPresent()
                            ? ended(threads, withThreads, ratios, Optional.of(pools), true)
                            : ended(pools, this::at, ofFirstKnob, Optional.empty(), pools.probablyClose()));
        }

        private boolean belongs(Settings settings) {
            return settings.equals(problem.found()) || settings.equals(at(range().clamp(valueOf(settings))));
        }

        private Narrowing narrowing(IntRange values, IntFunction<Settings> at, Ratios ratios, int best) {
            return new Narrowing(
                    values,
                    at,
                    best,
                    ratios,
                    waits,
                    problem.goal().margin().fraction(),
                    this::missesABound,
                    candidates.map(model -> value -> model.expected(at.apply(value))));
        }

        private boolean missesABound(Settings settings) {
            return statistics
                    .performance(settings)
                    .filter(each -> each.standing() == Standing.FAILS)
                    .isPresent();
        }

        private IntRange range() {
            return near.range();
        }

        private Settings at(int value) {
            return near.pools().isPresent()
                    ? near.withPool(value)
                    : problem.found().with(Knob.THREADS, value);
        }

        private int valueOf(Settings settings) {
            return near.value(settings);
        }

        private int step(int value) {
            return near.pools().isPresent() ? Math.max(1, value / 20) : Neighbourhood.step(at(value));
        }

        private Decision first() {
            Optional<Settings> scouted = scouted();
            if (scouted.isPresent() && affordable(2 + 1 + 1, FEWEST_BLOCKS)) {
                return new TryNext(TrialPlan.single(Role.SEARCH, scouted.get(), problem.searchLength()));
            }
            boolean spoilt = trials.stream().anyMatch(trial -> trial.flags().contains(Flag.CARRIED_OVER));
            OptionalInt guess = spoilt ? OptionalInt.of(initial()) : guess();
            var comparison = new FirstComparison(
                    range(), this::at, this::valueOf, spoilt ? FirstComparison.NARROW : FirstComparison.WIDE);
            List<Settings> settings = crowds.without(comparison.settings(problem.found(), guess));
            if (settings.size() < 2 && guess.isPresent()) {
                settings = crowds.without(comparison.settings(at(guess.getAsInt()), guess));
            }
            if (settings.size() < 2) {
                return fallback.next(trials, left);
            }
            if (affordable(settings.size() + 1, FEWEST_BLOCKS)) {
                return compare(settings, FIRST_BLOCKS);
            }
            return affordable(2 + 1, FEWEST_BLOCKS)
                    ? compare(settings.subList(0, 2), FEWEST_BLOCKS)
                    : fallback.next(trials, left);
        }

        /**
         * The smallest pool that may be enough, where it is far from known which one that is: with all cores busy, a hold that
         * computes and one that waits look alike at the initial settings.
         */
        private Optional<Settings> scouted() {
            if (near.pools().isEmpty() || trials.stream().anyMatch(trial -> trial.role() != Role.BASELINE)) {
                return Optional.empty();
            }
            return candidates
                    .flatMap(each -> each.expectedLoss(Target.of(problem.goal(), problem.load()), statistics))
                    .filter(loss -> loss.smallestPool(MAY_DO) * FAR < loss.smallestPool(1 - MAY_DO))
                    .map(loss -> at(range().clamp(loss.smallestPool(MAY_DO))));
        }

        private int initial() {
            return range().clamp(valueOf(problem.found()));
        }

        /** Where the model expects the smallest that loses less than the margin. */
        private OptionalInt guess() {
            return candidates.stream()
                    .flatMap(each -> each
                            .expectedLoss(Target.of(problem.goal(), problem.load()), statistics)
                            .map(loss -> each.settings(loss.answer()))
                            .stream())
                    .mapToInt(this::valueOf)
                    .map(range()::clamp)
                    .findFirst();
        }

        /** The comparison that brings the smallest that is not worse nearer; empty where none does, or none can be paid. */
        private Optional<Decision> narrow(
                Narrowing about, IntFunction<Settings> at, IntUnaryOperator step, Ratios ratios) {
            if (!affordable(2, FEWEST_BLOCKS)) {
                return Optional.empty();
            }
            double blocks = spendable(left).toSeconds() / seconds(2, 1);
            Optional<Round> round = new NextComparison(about, period)
                    .next(blocks)
                    .or(() -> about.unseenStep(step).map(value -> new Round(List.of(value), BLOCKS, 1)));
            return round.map(each -> {
                var settings = new LinkedHashSet<Settings>();
                settings.add(ratios.rival(at.apply(each.values().get(0))));
                about.peak().ifPresent(value -> settings.add(at.apply(value)));
                each.values().stream().map(at::apply).forEach(settings::add);
                return compare(List.copyOf(settings), each.blocks(), periods.apply(each.share()));
            });
        }

        /**
         * The answer beside the initial settings; its response times and errors are those of a trial of its own.
         *
         * @param ratios of the settings that it is beside
         * @param firstKnob what is known of the knob that was tuned first, where this is another one
         * @param decided whether the answer is close enough to the smallest
         */
        private Decision ended(
                Narrowing about,
                IntFunction<Settings> at,
                Ratios ratios,
                Optional<Narrowing> firstKnob,
                boolean decided) {
            OptionalInt known = about.smallest().isPresent() ? about.smallest() : about.promising();
            Settings answer = known.isPresent() ? at.apply(known.getAsInt()) : ratios.best();
            Settings found = problem.found();
            if (decided
                    && !answer.equals(found)
                    && ratios.settings().contains(found)
                    && !crowds.leftBy(found)
                    && ratios.information(answer, Set.of(found)) < BLOCKS
                    && affordable(2, FEWEST_BLOCKS)) {
                return compare(List.of(answer, found), BLOCKS);
            }
            long alone = trials.stream()
                    .filter(trial -> trial.settings().equals(answer)
                            && trial.periods().isEmpty()
                            && trial.role() == Role.CONFIRM)
                    .count();
            boolean unclear = statistics
                    .performance(answer)
                    .filter(each -> each.standing() == Standing.UNCLEAR)
                    .isPresent();
            if ((alone == 0 || unclear && alone < MOST_ALONE)
                    && left.compareTo(problem.cost().of(1)) >= 0) {
                return new TryNext(TrialPlan.single(Role.CONFIRM, answer, problem.confirmLength()));
            }
            Optional<SwitchingConclusion> ofPools = firstKnob.map(pools -> conclusion(
                    ofFirstKnob, at(pools.smallest().orElseThrow()), pools, this::at, Optional.empty(), true));
            return conclusion(ratios, answer, about, at, ofPools, decided).conclude(period);
        }

        private SwitchingConclusion conclusion(
                Ratios ratios,
                Settings answer,
                Narrowing about,
                IntFunction<Settings> at,
                Optional<SwitchingConclusion> firstKnob,
                boolean decided) {
            return new SwitchingConclusion(problem, statistics, ratios, answer, trials, about, at, firstKnob, decided);
        }

        private double seconds(int settings, double blocks) {
            return settings * blocks * period.toSeconds();
        }

        private boolean affordable(int settings, int blocks) {
            return seconds(settings, blocks) <= spendable(left).toSeconds();
        }

        private Decision compare(List<Settings> settings, int most) {
            return compare(settings, most, period);
        }

        private Decision compare(List<Settings> settings, int most, Duration held) {
            // The first comparison is checked: one setting has two places in it.
            boolean checked = ratios.settings().isEmpty() && left.compareTo(LONG_ENOUGH_TO_CHECK) > 0;
            int paid = (int) (spendable(left).toSeconds() / ((settings.size() + (checked ? 1 : 0)) * held.toSeconds()));
            return new TryNext(TrialPlan.switching(
                    Role.CONFIRM,
                    settings,
                    new Switching(
                            Math.max(FEWEST_BLOCKS, Math.min(most, paid)),
                            held,
                            problem.seed() + trials.size(),
                            checked)));
        }
    }
}
