package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Bracket;
import dev.poolfit.verdict.forecast.Candidates.ModelledStep;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** The evidence of {@link BracketingSearch}, with one method for each of its rules. */
final class LadderEvidence extends Evidence {
    /** So many trials of a setting that all went wrong are enough. */
    static final int MOST_ATTEMPTS = 3;
    /** This part of the budget is kept for the confirmation. */
    private static final double RESERVE = 0.4;

    private final Neighbourhood near;
    private final boolean across;
    private final Function<Settings, Optional<ModelledStep>> failing;
    private final SettingStatistics statistics;
    private final Ladder ladder;

    LadderEvidence(
            SearchProblem problem,
            List<Trial> trials,
            Duration left,
            boolean across,
            Function<Settings, Optional<ModelledStep>> failing) {
        super(problem, trials, left);
        near = new Neighbourhood(problem, trials);
        this.across = across;
        this.failing = failing;
        SettingStatistics first = SettingStatistics.of(trials, Target.of(problem.goal(), problem.load()));
        statistics = problem.goal().maximal() && !near.single()
                ? first.nearTheBest(problem.goal().margin().fraction())
                : first;
        ladder = new Ladder(problem, near, statistics, affordable(1));
    }

    /** The next setting is one of which no trial counts, however often it was tried: the verdict. */
    Optional<Move> triedInVain() {
        return trials().stream().map(Trial::settings).noneMatch(this::unmeasurable)
                        || !(BracketingSearch.NEXT.decide(this) instanceof TryNext next)
                ? Optional.empty()
                : next.plan().trials().stream()
                        .map(PlannedTrial::settings)
                        .filter(this::unmeasurable)
                        .findFirst()
                        .flatMap(each -> said(writer().unmeasurable(each)));
    }

    /** Returns whether a setting was tried so often in vain that it is not tried again. */
    boolean unmeasurable(Settings settings) {
        long attempts = trials().stream()
                .filter(trial -> trial.settings().equals(settings))
                .count();
        return attempts >= MOST_ATTEMPTS && !statistics.tried(settings);
    }

    /** The highest throughput is wanted: values across the range first. */
    Optional<Move> across() {
        List<Settings> unseen =
                near.ladder().stream().filter(each -> !seen(each)).toList();
        return across && problem().goal().maximal() && !unseen.isEmpty() && mayExplore()
                ? tried(
                        TrialPlan.interleaved(
                                Role.SEARCH,
                                unseen,
                                LEAST_RUNS,
                                problem().searchLength(),
                                problem().seed()),
                        1)
                : Optional.empty();
    }

    /** The pool is not known to one: by rate × hold time, in proportion, or the middle. */
    Optional<Move> pool() {
        return ladder.openPools()
                .filter(each -> each.answer().isEmpty() || mayExplore())
                .flatMap(each -> search(near.withPool(each.next(ladder::poolForTarget)), Known.bracket(each)));
    }

    /** The threads beside that pool are not known to a step. */
    Optional<Move> threads() {
        if (ladder.openThreads().isEmpty()) {
            return Optional.empty();
        }
        Bracket bracket = ladder.openThreads().get();
        Settings beside = ladder.withPool();
        int most = near.threads().orElseThrow().high();
        int step = Neighbourhood.threadStep(bracket.answer().orElse(most));
        IntUnaryOperator fewest = failing -> Math.max(failing + 1, beside.pool().orElse(failing + 1));
        return !bracket.closed(step) && (bracket.answer().isEmpty() || mayExplore())
                ? search(beside.with(Knob.THREADS, bracket.next(fewest)), Known.bracket(bracket))
                : Optional.empty();
    }

    /** Of what was tried nothing counts; what spoilt the first trials may have passed. */
    Optional<Move> nothingMeasured() {
        if (!ladder.isOutOfReach() || best().isPresent()) {
            return Optional.empty();
        }
        return trials().size() < MOST_ATTEMPTS && affordable(1)
                ? tried(initial(), 1)
                : said(writer().nothingMeasured());
    }

    private Optional<Settings> best() {
        return statistics.fastest(each -> near.pools().isEmpty()
                || near.pools().get().contains(each.pool().orElseThrow()));
    }

    private Optional<Settings> bestOutOfReach() {
        return ladder.isOutOfReach() ? best() : Optional.empty();
    }

    /** No pool reaches the goal: the best one with all the threads that it may have. */
    Optional<Move> moreThreads() {
        return bestOutOfReach()
                .flatMap(best -> near.threads().map(range -> best.with(Knob.THREADS, range.high())))
                .filter(this::untold)
                .flatMap(each -> search(each));
    }

    /** No pool reaches the goal, and fewer connections may be faster. */
    Optional<Move> smallerPool() {
        return bestOutOfReach()
                .flatMap(best -> new Plateau(statistics, near).smaller())
                .filter(this::untold)
                .flatMap(each -> search(each));
    }

    /** Returns whether no trial of a setting counts, and another one may. */
    private boolean untold(Settings settings) {
        return !statistics.tried(settings) && !unmeasurable(settings);
    }

    /** The best that there is, repeated, before it is said that the goal cannot be reached. */
    Optional<Move> repeatBest() {
        return bestOutOfReach()
                .filter(best -> confirmations(best) < LEAST_RUNS)
                .flatMap(best ->
                        tried(rounds(new LinkedHashSet<>(List.of(best, problem().found())), LEAST_RUNS), LEAST_RUNS));
    }

    /** Once more while the best may meet the goal, or the service is not warm. */
    Optional<Move> repeatOpenBest() {
        return bestOutOfReach()
                .filter(best -> standing(best) == Standing.UNCLEAR && confirmations(best) < MOST_RUNS
                        || writer().notWarm(best).isPresent())
                .flatMap(best -> tried(rounds(Set.of(best), 1), 1));
    }

    Optional<Move> outOfReach() {
        return bestOutOfReach()
                .flatMap(best -> said(writer().outOfReach(best, ladder.everythingTried(), ladder.levelledOff())));
    }

    private Settings answer() {
        return ladder.answer();
    }

    /** The answer and the step below it, and beside them the fastest where the highest throughput is wanted. */
    private Set<Settings> toConfirm() {
        var settings = new LinkedHashSet<Settings>();
        settings.add(answer());
        near.below(answer()).ifPresent(settings::add);
        if (problem().goal().maximal()) {
            statistics.fastest(statistics::leans).ifPresent(settings::add);
        }
        return settings;
    }

    /** Repeats these and the initial settings in interleaved rounds. */
    Optional<Move> confirm() {
        var block = new LinkedHashSet<>(toConfirm());
        block.add(problem().found());
        int least = block.stream().mapToInt(this::confirmations).min().orElse(0);
        block.removeIf(each -> confirmations(each) >= LEAST_RUNS && decided(each));
        return least < LEAST_RUNS ? tried(rounds(block, LEAST_RUNS - least), block.size()) : Optional.empty();
    }

    /** Repeats what does not stand clear of the goal. */
    Optional<Move> unsettled() {
        var unsettled = new LinkedHashSet<>(toConfirm());
        unsettled.removeIf(each -> confirmations(each) >= MOST_RUNS || decided(each));
        return unsettled.isEmpty() ? Optional.empty() : tried(rounds(unsettled, 1), unsettled.size());
    }

    /** The answer stays undecided: the step above it. */
    Optional<Move> above() {
        return standing(answer()) == Standing.UNCLEAR
                ? near.above(answer())
                        .filter(each -> confirmations(each) < LEAST_RUNS)
                        .flatMap(each -> tried(rounds(Set.of(each), LEAST_RUNS), LEAST_RUNS))
                : Optional.empty();
    }

    private MeetingSettings meeting() {
        return new MeetingSettings(statistics, near);
    }

    private Settings sure() {
        return meeting().sure(answer(), LEAST_RUNS);
    }

    /** The setting that may be told in place of the answer was run too seldom: one more run. */
    Optional<Move> seldomRun() {
        return Optional.of(sure())
                .filter(each -> statistics.validRuns(each) < LEAST_RUNS)
                .flatMap(each -> tried(rounds(Set.of(each), 1), 1));
    }

    /** It may be much larger than need be: what is undecided below it. */
    Optional<Move> undecidedBelow() {
        return problem().goal().maximal() || statistics.validRuns(sure()) < LEAST_RUNS
                ? Optional.empty()
                : meeting().undecidedBelow(sure()).flatMap(each -> tried(rounds(Set.of(each), 1), 1));
    }

    /** The step below it was never measured. */
    Optional<Move> stepBelow() {
        return near.below(sure()).filter(this::untold).flatMap(each -> tried(rounds(Set.of(each), 1), 1));
    }

    Optional<Move> verdict() {
        return said(writer().conclude(answer(), failing));
    }

    private boolean decided(Settings settings) {
        return confirmations(settings) >= LEAST_RUNS && standing(settings) != Standing.UNCLEAR;
    }

    private Standing standing(Settings settings) {
        return statistics.performance(settings).map(Performance::standing).orElse(Standing.UNCLEAR);
    }

    private int confirmations(Settings settings) {
        return (int) trials().stream()
                .filter(trial ->
                        trial.role() == Role.CONFIRM && trial.settings().equals(settings))
                .count();
    }

    private boolean mayExplore() {
        return left().toNanos() > RESERVE * problem().budget().toNanos();
    }

    private Optional<Move> search(Settings settings, Message... because) {
        return tried(TrialPlan.single(Role.SEARCH, settings, problem().searchLength()), 1, because);
    }

    @Override
    protected Optional<Message> known(Settings settings) {
        return Optional.of(statistics
                .performance(settings)
                .map(each -> Known.run(each, problem().goal().maximal()))
                .orElseGet(() -> Known.nothing(settings, seen(settings))));
    }

    private TrialPlan rounds(Collection<Settings> settings, int rounds) {
        return TrialPlan.interleaved(
                Role.CONFIRM,
                List.copyOf(settings),
                rounds,
                problem().confirmLength(),
                problem().seed() + trials().size());
    }

    private ConclusionWriter writer() {
        return new ConclusionWriter(problem(), statistics, near, trials());
    }
}
