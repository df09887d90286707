package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.comparison.RangeExpansion;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.comparison.RealSizes;
import dev.poolfit.verdict.comparison.SliceLengths;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.comparison.Waits;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** The evidence of {@link SwitchingSearch} after a comparison, with one method for each of its rules. */
final class SwitchingEvidence extends ComparisonEvidence {
    /** Blocks of a later comparison. */
    static final int BLOCKS = 6;
    /** The most trials of the answer alone, where its response times or errors are not clear of the goal's bounds. */
    static final int MOST_ALONE = 3;

    /** The ratios of the settings that belong to a value of the knob that is tuned first, and of the initial ones. */
    private final Ratios ofFirstKnob;

    private final RealSizes realSizes;
    /** The same with no time kept for real sizes; empty where none is. */
    private final Supplier<Optional<SwitchingEvidence>> withoutCheck;

    private final WiderMargin wider;
    private final ComparisonWithBest pools;
    private final Optional<ComparisonWithBest> threads;

    /**
     * @param candidates by a model that explains the trials
     * @param kept for the check at real sizes
     */
    SwitchingEvidence(
            SearchProblem problem,
            JudgedTrials judged,
            SwitchingMethod method,
            RealSizes realSizes,
            Duration left,
            Optional<Candidates> candidates,
            Duration kept) {
        super(problem, judged, method, left, candidates, kept);
        this.realSizes = realSizes;
        withoutCheck = () -> kept.isZero()
                ? Optional.empty()
                : Optional.of(
                        new SwitchingEvidence(problem, judged, method, realSizes, left, candidates, Duration.ZERO));
        List<Trial> first = trials().stream()
                .filter(trial -> trial.periods().isEmpty()
                        || trial.settings().equals(problem().found())
                        || axis().has(trial.settings()))
                .toList();
        ofFirstKnob = new Ratios(first, margin(), spendable());
        wider = new WiderMargin(
                margin(),
                margin -> compared(axis(), ofFirstKnob, axis().value(ofFirstKnob.best()), new Waits(first), margin),
                known -> larger(known).isEmpty());
        pools = wider.as(margin());
        threads = threadsAt();
    }

    private ComparisonWithBest compared(Axis along, Ratios ratios, int best, Waits waits, double margin) {
        return new ComparisonWithBest(
                along,
                best,
                ratios,
                waits,
                margin,
                settings -> stands(settings, Standing.FAILS),
                candidates().map(model -> value -> model.expected(along.settings(value))));
    }

    /** Thread counts at the pool that was found, where both are tuned. */
    private Optional<ComparisonWithBest> threadsAt() {
        if (near().pools().isEmpty()
                || near().threads().isEmpty()
                || pools.answer().isEmpty()) {
            return Optional.empty();
        }
        Settings found = axis().settings(pools.answer().getAsInt());
        var upTo = new IntRange(near().threads().get().low(), found.threads().orElseThrow());
        Settings best = ratios().best();
        return Optional.of(compared(
                Neighbourhood.threads(found, upTo),
                ratios(),
                best.agree(Knob.POOL, found) ? best.threads().orElseThrow() : upTo.high(),
                new Waits(trials()),
                margin()));
    }

    /** Without a model: beyond the largest that was compared, or in a wide gap above the best. */
    Optional<Move> farther() {
        OptionalInt farther = candidates().isPresent()
                ? OptionalInt.empty()
                : new RangeExpansion(ofFirstKnob, axis(), margin()).farther();
        return farther.isEmpty()
                ? Optional.empty()
                : compare(
                        List.of(ofFirstKnob.best(), axis().settings(farther.getAsInt())),
                        BLOCKS,
                        cost(2, FEWEST_BLOCKS));
    }

    /** Short slices are held against longer ones, once the service is so warm that these count to the end. */
    Optional<Move> longerSlices() {
        return Compilation.starved(trials().get(trials().size() - 1))
                ? Optional.empty()
                : new SliceLengths(trials())
                        .farthestApart(ofFirstKnob.best(), axis()::has)
                        .flatMap(this::compareLonger);
    }

    /** The comparison that brings the smallest pool that is not worse nearer; as long as none is, no time is kept for its real size. */
    Optional<Move> pools() {
        Optional<Move> narrowed = narrow(pools, ofFirstKnob);
        return pools.answered() ? narrowed : paid(narrowed, SwitchingEvidence::pools);
    }

    /** The answer was compared with no pool a little larger, without which it is none. */
    Optional<Move> above() {
        return pools.answered()
                ? larger(pools)
                        .flatMap(value -> paid(
                                compare(
                                        List.of(axis().settings(pools.answer().orElseThrow()), axis().settings(value)),
                                        BLOCKS,
                                        cost(2, FEWEST_BLOCKS)),
                                SwitchingEvidence::above))
                : Optional.empty();
    }

    /** Returns a move, or the same without time for real sizes where only that pays for it. */
    private Optional<Move> paid(Optional<Move> move, Function<SwitchingEvidence, Optional<Move>> same) {
        return move.flatMap(each -> each.within(left())).isPresent()
                ? move
                : withoutCheck.get().flatMap(same).or(() -> move);
    }

    /** The comparison that brings the smallest thread count that is not worse nearer, at the pool that was found. */
    Optional<Move> threads() {
        return threads.flatMap(each -> narrow(each, ratios()));
    }

    private Optional<Move> narrow(ComparisonWithBest about, Ratios among) {
        double blocks = spendable().toMillis() / (2.0 * period().toMillis());
        return next(about).nextOrStep(blocks, BLOCKS).flatMap(each -> {
            var settings = new LinkedHashSet<Settings>();
            settings.add(next(about).beside(each.values().get(0), among));
            each.values().stream().map(about.axis()::settings).forEach(settings::add);
            return tried(
                    plan(List.copyOf(settings), each.blocks(), held(each.share())),
                    cost(settings.size(), FEWEST_BLOCKS).plus(keptForNeighbour()),
                    Known.between(about.axis().range(), about.worse(), about.answer()));
        });
    }

    /** An answer is none without its neighbour: what that takes is not spent on a smaller answer. */
    private Duration keptForNeighbour() {
        return pools.answered() && larger(pools).isPresent()
                ? period().multipliedBy(2L * FEWEST_BLOCKS)
                : Duration.ZERO;
    }

    /** Threads cost little: whether fewer are enough is told, but the answer does not wait for it. */
    private Optional<ComparisonWithBest> decidedThreads() {
        return threads.filter(each -> pools.answered() && each.answer().isPresent());
    }

    private ComparisonWithBest last() {
        return decidedThreads().orElse(pools);
    }

    private Ratios lastRatios() {
        return decidedThreads().isPresent() ? ratios() : ofFirstKnob;
    }

    private Settings answer() {
        OptionalInt known = last().answer().isPresent() ? last().answer() : last().promising();
        return known.isPresent()
                ? last().axis().settings(known.getAsInt())
                : lastRatios().best();
    }

    /**
     * The answer is decided, and is not the initial settings: it is compared with them, where they were compared, leave no waiting
     * users behind, and did not share enough blocks.
     */
    Optional<Move> besideTheInitial() {
        Settings found = problem().found();
        return pools.answered()
                        && !answer().equals(found)
                        && (lastRatios().settings().contains(found) || comparedCold(found))
                        && !crowds().leftBy(found)
                        && lastRatios().information(answer(), Set.of(found)) < BLOCKS
                ? compare(List.of(answer(), found), BLOCKS, cost(2, FEWEST_BLOCKS))
                : Optional.empty();
    }

    private boolean comparedCold(Settings settings) {
        return trials().stream()
                .anyMatch(trial -> trial.settings().equals(settings)
                        && trial.periods().isPresent()
                        && trial.flags().contains(Flag.COLD));
    }

    /**
     * Compares an answer from within the pool, once, at real size with another one that took turns with it and gave about as much
     * ({@link RealSizeCheck}).
     */
    Optional<Move> realSizes() {
        return realSizeCheck().flatMap(plan -> tried(plan, RealSizeCheck.TIME));
    }

    private Optional<TrialPlan> realSizeCheck() {
        var resized = new CarryOver(SwitchingMethod.RESIZED, problem().load(), candidates(), statistics());
        long seed = problem().seed() + trials().size();
        return isUnchecked()
                ? new RealSizeCheck(last().axis(), lastRatios(), resized).plan(answer(), seed)
                : Optional.empty();
    }

    /** A trial of the answer alone, for response times and errors; more while these are unclear, or once where it gave far less than in turns. */
    Optional<Move> alone() {
        Settings answer = answer();
        long alone = trials().stream()
                .filter(trial ->
                        trial.settings().equals(answer) && trial.periods().isEmpty() && trial.role() == Role.CONFIRM)
                .count();
        return alone == 0
                        || alone < MOST_ALONE && stands(answer, Standing.UNCLEAR)
                        || concluded().lowerOnce()
                ? tried(TrialPlan.single(Role.CONFIRM, answer, problem().confirmLength()), 1)
                : Optional.empty();
    }

    Optional<Move> verdict() {
        Optional<Integer> above = pools.answered() ? larger(pools) : Optional.empty();
        Conclusion conclusion = concluded().conclude(period(), above.map(axis()::settings));
        boolean alone = conclusion.outcome() == Outcome.RECOMMENDED && isUnchecked();
        return said(
                alone
                        ? conclusion.with(
                                new Condition.OnlyWithinPool(realSizeCheck().isPresent()))
                        : wider.told(conclusion));
    }

    private boolean isUnchecked() {
        return method() == SwitchingMethod.WITHIN_POOL && pools.answered() && !realSizes.tried();
    }

    private SwitchingConclusion concluded() {
        Optional<SwitchingConclusion> ofPools = decidedThreads()
                .map(each -> conclusion(
                        ofFirstKnob, axis().settings(pools.answer().orElseThrow()), pools, Optional.empty(), true));
        return conclusion(lastRatios(), answer(), last(), ofPools, pools.answered());
    }

    private SwitchingConclusion conclusion(
            Ratios ratios,
            Settings answer,
            ComparisonWithBest about,
            Optional<SwitchingConclusion> firstKnob,
            boolean decided) {
        return new SwitchingConclusion(problem(), statistics(), ratios, answer, trials(), about, firstKnob, decided);
    }

    private boolean stands(Settings settings, Standing standing) {
        return statistics()
                .performance(settings)
                .filter(each -> each.standing() == standing)
                .isPresent();
    }
}
