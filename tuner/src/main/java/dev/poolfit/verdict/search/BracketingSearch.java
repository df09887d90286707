package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Candidates.ModelledStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * Finds the smallest setting that meets the goal without a model: brackets it from rate × hold time, narrows the
 * bracket, and confirms the answer and the step below it in interleaved repeats. Where the goal is the highest
 * throughput, a ladder over the whole space comes first, and the answer lies within the goal's margin of the best.
 */
public final class BracketingSearch implements Search {
    private static final int LEAST_CONFIRMATIONS = 2;
    private static final int MOST_CONFIRMATIONS = 5;
    /** So many trials of a setting that all went wrong are enough. */
    private static final int MOST_ATTEMPTS = 3;
    /** This part of the budget is kept for the confirmation. */
    private static final double RESERVE = 0.4;

    private final SearchProblem problem;
    private final boolean across;

    public BracketingSearch(SearchProblem problem) {
        this(problem, true);
    }

    private BracketingSearch(SearchProblem problem, boolean across) {
        this.problem = problem;
        this.across = across;
    }

    /** The same without a look across the space: what was tried is where it begins. */
    BracketingSearch fromTried() {
        return new BracketingSearch(problem, false);
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        return next(trials, left, answer -> Optional.empty());
    }

    /** @param failing what a model expects to fail close below an answer */
    Decision next(List<Trial> trials, Duration left, Function<Settings, Optional<ModelledStep>> failing) {
        if (trials.stream().noneMatch(trial -> trial.role() == Role.BASELINE)) {
            return new TryNext(TrialPlan.single(Role.BASELINE, problem.found(), problem.confirmLength()));
        }
        return new Step(trials, left, failing).decide();
    }

    /** One decision, with everything that it rests on. */
    private final class Step {
        private final List<Trial> trials;
        private final Duration left;
        private final Function<Settings, Optional<ModelledStep>> failing;
        private final Neighbourhood near;
        private final SettingStatistics statistics;

        Step(List<Trial> trials, Duration left, Function<Settings, Optional<ModelledStep>> failing) {
            this.trials = trials;
            this.left = left;
            this.failing = failing;
            near = new Neighbourhood(problem, trials);
            SettingStatistics first = SettingStatistics.of(trials, Target.of(problem.goal(), problem.load()));
            statistics = problem.goal().maximal() && !near.single()
                    ? first.nearTheBest(problem.goal().margin().fraction())
                    : first;
        }

        /** What the evidence asks for, unless it asks again for what could never be measured. */
        Decision decide() {
            Decision wanted = want();
            if (!(wanted instanceof TryNext next)) {
                return wanted;
            }
            return next.plan().trials().stream()
                    .map(PlannedTrial::settings)
                    .filter(this::unmeasurable)
                    .findFirst()
                    .<Decision>map(settings -> writer().unmeasurable(settings))
                    .orElse(wanted);
        }

        private Decision want() {
            if (across && problem.goal().maximal()) {
                List<Settings> unseen =
                        near.ladder().stream().filter(this::unseen).toList();
                if (!unseen.isEmpty() && mayExplore()) {
                    return new TryNext(TrialPlan.interleaved(
                            Role.SEARCH, unseen, LEAST_CONFIRMATIONS, problem.searchLength(), problem.seed()));
                }
            }
            return near.pools().isPresent()
                    ? narrowPool()
                    : narrowThreads(
                            problem.found(), near.threads().orElseThrow().high());
        }

        private Decision narrowPool() {
            var bracket = new Bracket(near.pools().orElseThrow());
            statistics
                    .settings()
                    .filter(each -> statistics.leans(each) || near.enoughThreads(each))
                    .forEach(each -> bracket.add(each.pool().orElseThrow(), statistics.leans(each)));
            boolean none = bracket.meeting().isEmpty();
            Optional<Settings> levelledOff = none ? new Plateau(statistics, near).levelledOff() : Optional.empty();
            boolean outOfReach = bracket.exhausted() || levelledOff.isPresent();
            if (outOfReach || none && !affordable(1)) {
                return outOfReach(outOfReach, levelledOff);
            }
            if (!bracket.closed(1) && (none || mayExplore())) {
                return search(near.withPool(bracket.next(this::poolForTarget)));
            }
            int pool = bracket.meeting().orElseThrow();
            Settings candidate = problem.found().with(Knob.POOL, pool);
            return near.threads().isPresent()
                    ? narrowThreads(candidate, near.threads().get().high())
                    : confirm(candidate);
        }

        private Decision narrowThreads(Settings pool, int most) {
            var bracket = new Bracket(near.threads().orElseThrow());
            statistics
                    .settings()
                    .filter(each -> each.pool().equals(pool.pool()))
                    .forEach(each -> bracket.add(each.threads().orElseThrow(), statistics.leans(each)));
            boolean none = bracket.meeting().isEmpty();
            if (bracket.exhausted() || none && !affordable(1)) {
                return outOfReach(bracket.exhausted(), Optional.empty());
            }
            int resolution =
                    Neighbourhood.step(pool.with(Knob.THREADS, bracket.meeting().orElse(most)));
            if (!bracket.closed(resolution) && (none || mayExplore())) {
                IntUnaryOperator fewest =
                        failing -> Math.max(failing + 1, pool.pool().orElse(failing + 1));
                return search(pool.with(Knob.THREADS, bracket.next(fewest)));
            }
            return confirm(pool.with(Knob.THREADS, bracket.meeting().orElseThrow()));
        }

        /** Repeats answer, the step below and the baseline in interleaved rounds until both are clear of the bound. */
        private Decision confirm(Settings answer) {
            Optional<Settings> below = near.below(answer);
            var unsettled = new LinkedHashSet<Settings>();
            unsettled.add(answer);
            below.ifPresent(unsettled::add);
            if (problem.goal().maximal()) {
                statistics.fastest(statistics::leans).ifPresent(unsettled::add);
            }
            var block = new LinkedHashSet<>(unsettled);
            block.add(problem.found());
            int least = block.stream().mapToInt(this::confirmations).min().orElse(0);
            block.removeIf(each -> confirmations(each) >= LEAST_CONFIRMATIONS && decided(each));
            if (least < LEAST_CONFIRMATIONS && affordable(block.size())) {
                return rounds(block, LEAST_CONFIRMATIONS - least);
            }
            unsettled.removeIf(each -> confirmations(each) >= MOST_CONFIRMATIONS || decided(each));
            if (!unsettled.isEmpty() && affordable(unsettled.size())) {
                return rounds(unsettled, 1);
            }
            if (standing(answer) == Standing.UNCLEAR) {
                Optional<Settings> above = near.above(answer).filter(each -> confirmations(each) < LEAST_CONFIRMATIONS);
                if (above.isPresent() && affordable(LEAST_CONFIRMATIONS)) {
                    return rounds(new LinkedHashSet<>(List.of(above.get())), LEAST_CONFIRMATIONS);
                }
            }
            var meeting = new MeetingSettings(statistics, near);
            Settings concluded = meeting.sure(answer, LEAST_CONFIRMATIONS);
            Optional<Settings> open = Optional.of(concluded)
                    .filter(each -> statistics.runs(each) < LEAST_CONFIRMATIONS)
                    .or(() -> meeting.undecidedBelow(concluded)
                            .filter(each -> !problem.goal().maximal()))
                    .or(() -> near.below(concluded).filter(each -> !statistics.tried(each) && !unmeasurable(each)))
                    .filter(each -> affordable(1));
            if (open.isPresent()) {
                return rounds(new LinkedHashSet<>(open.stream().toList()), 1);
            }
            return writer().conclude(answer, failing);
        }

        /** The best that there is, repeated, before it is said that the goal cannot be reached. */
        private Decision outOfReach(boolean everythingTried, Optional<Settings> levelledOff) {
            Optional<Settings> best = statistics.fastest(each -> near.pools().isEmpty()
                    || near.pools().get().contains(each.pool().orElseThrow()));
            if (best.isEmpty()) {
                // What spoilt the first trials may have passed.
                return trials.size() < MOST_ATTEMPTS && affordable(1)
                        ? new TryNext(TrialPlan.single(Role.BASELINE, problem.found(), problem.confirmLength()))
                        : writer().nothingMeasured();
            }
            Optional<Settings> other = near.threads()
                    .map(range -> best.get().with(Knob.THREADS, range.high()))
                    .filter(this::unseen)
                    .or(() -> new Plateau(statistics, near).smaller().filter(this::unseen));
            if (other.isPresent() && affordable(1)) {
                return search(other.get());
            }
            int repeats = confirmations(best.get());
            if (repeats < LEAST_CONFIRMATIONS && affordable(LEAST_CONFIRMATIONS)) {
                return rounds(new LinkedHashSet<>(List.of(best.get(), problem.found())), LEAST_CONFIRMATIONS);
            }
            boolean open = standing(best.get()) == Standing.UNCLEAR && repeats < MOST_CONFIRMATIONS;
            if ((open || writer().notWarm(best.get()).isPresent()) && affordable(1)) {
                return rounds(new LinkedHashSet<>(List.of(best.get())), 1);
            }
            return writer().outOfReach(best.get(), everythingTried, levelledOff);
        }

        /** The pool that would reach the target if throughput grew in proportion to it, from the nearest failure. */
        private int poolForTarget(int failing) {
            double wanted = statistics.target().throughput().orElse(0);
            return statistics
                    .settings()
                    .filter(each -> each.pool().orElse(0) == failing)
                    .findFirst()
                    .map(this::rate)
                    .filter(rate -> rate > 0 && rate < wanted)
                    .map(rate -> (int) Math.ceil(failing * wanted / rate))
                    .orElseGet(() -> failing < near.pools().orElseThrow().low()
                            ? near.poolFor(wanted)
                            : (int) Math.ceil(failing * 1.5));
        }

        private double rate(Settings settings) {
            return statistics.mean(settings, trial -> trial.throughput().mean());
        }

        private boolean unmeasurable(Settings settings) {
            return !statistics.tried(settings)
                    && trials.stream()
                                    .filter(trial -> trial.settings().equals(settings))
                                    .count()
                            >= MOST_ATTEMPTS;
        }

        private boolean unseen(Settings settings) {
            return trials.stream().noneMatch(trial -> trial.settings().equals(settings));
        }

        private boolean decided(Settings settings) {
            return confirmations(settings) >= LEAST_CONFIRMATIONS && standing(settings) != Standing.UNCLEAR;
        }

        private Standing standing(Settings settings) {
            return statistics.performance(settings).map(Performance::standing).orElse(Standing.UNCLEAR);
        }

        private int confirmations(Settings settings) {
            return (int) trials.stream()
                    .filter(trial ->
                            trial.role() == Role.CONFIRM && trial.settings().equals(settings))
                    .count();
        }

        private boolean mayExplore() {
            return left.toNanos() > RESERVE * problem.budget().toNanos() && affordable(1);
        }

        private boolean affordable(int count) {
            return left.compareTo(problem.cost().of(count)) >= 0;
        }

        private Decision search(Settings settings) {
            return new TryNext(TrialPlan.single(Role.SEARCH, settings, problem.searchLength()));
        }

        private Decision rounds(LinkedHashSet<Settings> settings, int rounds) {
            long seed = problem.seed() + trials.size();
            return new TryNext(TrialPlan.interleaved(
                    Role.CONFIRM, new ArrayList<>(settings), rounds, problem.confirmLength(), seed));
        }

        private ConclusionWriter writer() {
            return new ConclusionWriter(problem, statistics, near, trials);
        }
    }
}
