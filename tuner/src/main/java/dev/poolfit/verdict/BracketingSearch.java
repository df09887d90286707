package dev.poolfit.verdict;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Finds the smallest setting that meets the goal without a model: brackets it from rate × hold time, narrows the
 * bracket, and confirms the answer and the step below it in interleaved repeats. Where the goal is the highest
 * throughput, a ladder over the whole space comes first, and the goal becomes 98 % of the best that it showed.
 */
public final class BracketingSearch implements Search {
    /** Less than this share of the best throughput is a loss worth telling. */
    static final double INDIFFERENCE = 0.02;

    private static final int LEAST_CONFIRMATIONS = 2;
    private static final int MOST_CONFIRMATIONS = 5;
    /** So many trials of a setting that all went wrong are enough. */
    private static final int MOST_ATTEMPTS = 3;
    /** This part of the budget is kept for the confirmation. */
    private static final double RESERVE = 0.4;

    private static final Duration SHORTEST_WARM_UP = Duration.ofSeconds(2);

    private final Question question;

    public BracketingSearch(Question question) {
        this.question = question;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        if (trials.stream().noneMatch(trial -> trial.role() == Role.BASELINE)) {
            return new TryNext(TrialPlan.single(Role.BASELINE, question.found(), question.confirmLength()));
        }
        return new Step(trials, left).decide();
    }

    /** One decision, with everything that it rests on. */
    private final class Step {
        private final List<Trial> trials;
        private final Duration left;
        private final Neighbourhood near;
        private final Target target;
        private final Appraisal appraisal;

        Step(List<Trial> trials, Duration left) {
            this.trials = trials;
            this.left = left;
            near = new Neighbourhood(question, trials);
            Target given = Target.of(question.goal(), question.load());
            Appraisal first = Appraisal.of(trials, given);
            target = question.goal().maximal() ? given.withThroughput((1 - INDIFFERENCE) * first.plateau()) : given;
            appraisal = first.against(target);
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
            if (question.goal().maximal()) {
                List<Settings> unseen =
                        near.ladder().stream().filter(this::unseen).toList();
                if (!unseen.isEmpty() && mayExplore()) {
                    return new TryNext(TrialPlan.interleaved(
                            Role.SEARCH, unseen, LEAST_CONFIRMATIONS, question.searchLength(), question.seed()));
                }
            }
            return near.pools().isPresent()
                    ? narrowPool()
                    : narrowThreads(
                            question.found(), near.threads().orElseThrow().high());
        }

        private Decision narrowPool() {
            var bracket = new Bracket(near.pools().orElseThrow());
            appraisal
                    .settings()
                    .filter(each -> appraisal.leans(each) || near.enoughThreads(each))
                    .forEach(each -> bracket.add(each.pool().orElseThrow(), appraisal.leans(each)));
            boolean outOfReach = bracket.exhausted() || bracket.meeting().isEmpty() && levelledOff();
            if (outOfReach || bracket.meeting().isEmpty() && !mayExplore()) {
                return outOfReach(outOfReach);
            }
            if (!bracket.closed(1) && mayExplore()) {
                return search(near.withPool(bracket.next(this::poolForTarget)));
            }
            int pool = bracket.meeting().orElseThrow();
            Settings candidate = question.found().with(Knob.POOL, pool);
            return near.threads().isPresent()
                    ? narrowThreads(candidate, near.threads().get().high())
                    : confirm(candidate);
        }

        private Decision narrowThreads(Settings pool, int most) {
            var bracket = new Bracket(near.threads().orElseThrow());
            appraisal
                    .settings()
                    .filter(each -> each.pool().equals(pool.pool()))
                    .forEach(each -> bracket.add(each.threads().orElseThrow(), appraisal.leans(each)));
            if (bracket.exhausted() || bracket.meeting().isEmpty() && !mayExplore()) {
                return outOfReach(bracket.exhausted());
            }
            int resolution =
                    Neighbourhood.step(pool.with(Knob.THREADS, bracket.meeting().orElse(most)));
            if (!bracket.closed(resolution) && mayExplore()) {
                IntUnaryOperator fewest =
                        failing -> Math.max(failing + 1, pool.pool().orElse(failing + 1));
                return search(pool.with(Knob.THREADS, bracket.next(fewest)));
            }
            return confirm(pool.with(Knob.THREADS, bracket.meeting().orElseThrow()));
        }

        /** Repeats answer, the step below and the baseline in interleaved rounds until both are told from the bound. */
        private Decision confirm(Settings answer) {
            Optional<Settings> below = near.below(answer);
            var unsettled = new LinkedHashSet<Settings>();
            unsettled.add(answer);
            below.ifPresent(unsettled::add);
            if (question.goal().maximal()) {
                appraisal.fastest(appraisal::leans).ifPresent(unsettled::add);
            }
            var block = new LinkedHashSet<>(unsettled);
            block.add(question.found());
            int least = block.stream().mapToInt(this::confirmations).min().orElse(0);
            block.removeIf(each -> confirmations(each) >= LEAST_CONFIRMATIONS && told(each));
            if (least < LEAST_CONFIRMATIONS && affordable(block.size())) {
                return rounds(block, LEAST_CONFIRMATIONS - least);
            }
            unsettled.removeIf(each -> confirmations(each) >= MOST_CONFIRMATIONS || told(each));
            if (!unsettled.isEmpty() && affordable(unsettled.size())) {
                return rounds(unsettled, 1);
            }
            if (standing(answer) == Standing.UNCLEAR && !question.goal().maximal()) {
                Optional<Settings> above = near.above(answer).filter(each -> confirmations(each) < LEAST_CONFIRMATIONS);
                if (above.isPresent() && affordable(LEAST_CONFIRMATIONS)) {
                    return rounds(new LinkedHashSet<>(List.of(above.get())), LEAST_CONFIRMATIONS);
                }
            }
            return writer().conclude(answer, below);
        }

        /** The best that there is, repeated, before it is said that the goal cannot be reached. */
        private Decision outOfReach(boolean everythingTried) {
            Optional<Settings> best = appraisal.fastest(each -> near.pools().isEmpty()
                    || near.pools().get().contains(each.pool().orElseThrow()));
            if (best.isEmpty()) {
                return writer().nothingMeasured();
            }
            Optional<Settings> moreThreads = near.threads()
                    .map(range -> best.get().with(Knob.THREADS, range.high()))
                    .filter(this::unseen);
            if (moreThreads.isPresent() && affordable(1)) {
                return search(moreThreads.get());
            }
            if (confirmations(best.get()) < LEAST_CONFIRMATIONS && affordable(LEAST_CONFIRMATIONS)) {
                return rounds(new LinkedHashSet<>(List.of(best.get(), question.found())), LEAST_CONFIRMATIONS);
            }
            return writer().outOfReach(best.get(), everythingTried);
        }

        /** The pool that would reach the target if throughput grew in proportion to it, from the nearest failure. */
        private int poolForTarget(int failing) {
            double wanted = target.throughput().orElse(0);
            return appraisal
                    .settings()
                    .filter(each -> each.pool().orElse(0) == failing)
                    .findFirst()
                    .map(each ->
                            appraisal.mean(each, trial -> trial.throughput().mean()))
                    .filter(rate -> rate > 0 && rate < wanted)
                    .map(rate -> (int) Math.ceil(failing * wanted / rate))
                    .orElseGet(() -> failing < near.pools().orElseThrow().low()
                            ? fromHoldTime(wanted)
                            : (int) Math.ceil(failing * 1.5));
        }

        /** Little's law: connections in use = rate × hold time, with the baseline's active ÷ throughput as the hold. */
        private int fromHoldTime(double wanted) {
            return trials.stream()
                    .filter(trial ->
                            trial.role() == Role.BASELINE && trial.throughput().mean() > 0)
                    .findFirst()
                    .flatMap(trial -> trial.mean(Metric.POOL_ACTIVE).stream()
                            .boxed()
                            .findFirst()
                            .map(active -> (int) Math.ceil(
                                    wanted * active / trial.throughput().mean())))
                    .orElse(near.pools()
                            .orElseThrow()
                            .clamp(question.found().pool().orElse(10)));
        }

        /** Whether a much larger pool gave no more than the smaller one, so that an even larger one will not, either. */
        private boolean levelledOff() {
            List<Settings> tried = appraisal
                    .settings()
                    .filter(each -> each.pool().isPresent() && near.enoughThreads(each))
                    .sorted(java.util.Comparator.comparingInt(
                            each -> each.pool().getAsInt()))
                    .toList();
            if (tried.size() < 2) {
                return false;
            }
            Settings larger = tried.get(tried.size() - 1);
            Settings smaller = tried.get(tried.size() - 2);
            double gain = appraisal.mean(larger, trial -> trial.throughput().mean())
                    / appraisal.mean(smaller, trial -> trial.throughput().mean());
            return larger.pool().orElseThrow() >= 1.4 * smaller.pool().orElseThrow()
                    && gain < 1.03
                    && appraisal.mean(larger, trial -> trial.throughput().mean())
                            < 0.97 * target.throughput().orElse(0);
        }

        private boolean unmeasurable(Settings settings) {
            return !appraisal.tried(settings)
                    && trials.stream()
                                    .filter(trial -> trial.settings().equals(settings))
                                    .count()
                            >= MOST_ATTEMPTS;
        }

        private boolean unseen(Settings settings) {
            return trials.stream().noneMatch(trial -> trial.settings().equals(settings));
        }

        private boolean told(Settings settings) {
            return confirmations(settings) >= LEAST_CONFIRMATIONS
                    && (question.goal().maximal()
                            ? confirmations(settings) > LEAST_CONFIRMATIONS
                            : standing(settings) != Standing.UNCLEAR);
        }

        private Standing standing(Settings settings) {
            return appraisal.performance(settings).map(Performance::standing).orElse(Standing.UNCLEAR);
        }

        private int confirmations(Settings settings) {
            return (int) trials.stream()
                    .filter(trial ->
                            trial.role() == Role.CONFIRM && trial.settings().equals(settings))
                    .count();
        }

        private boolean mayExplore() {
            return left.toNanos() > RESERVE * question.budget().toNanos() && affordable(1);
        }

        private boolean affordable(int count) {
            Duration one = question.confirmLength().plus(SHORTEST_WARM_UP);
            return left.compareTo(one.multipliedBy(count)) >= 0;
        }

        private Decision search(Settings settings) {
            return new TryNext(TrialPlan.single(Role.SEARCH, settings, question.searchLength()));
        }

        private Decision rounds(LinkedHashSet<Settings> settings, int rounds) {
            long seed = question.seed() + trials.size();
            return new TryNext(TrialPlan.interleaved(
                    Role.CONFIRM, new ArrayList<>(settings), rounds, question.confirmLength(), seed));
        }

        private ConclusionWriter writer() {
            return new ConclusionWriter(question, target, appraisal, near, trials);
        }
    }
}
