package dev.poolfit.verdict.search;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.evidence.TrialJudge;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Candidates.ModelledStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the smallest setting that meets the goal with a queueing model: what the service does at the settings found at
 * the start calibrates it, a trial at the model's optimum corrects it, and repeats of the answer and of the step below,
 * interleaved with the settings found, confirm it. Where the model does not explain the trials, the search goes on
 * without it ({@link BracketingSearch}).
 */
public final class ModelGuidedSearch implements Search {
    /** The goal is taken for out of reach where more of the models than that say so. */
    private static final double UNLIKELY = 0.5;

    private static final int LEAST_RUNS = 2;
    private static final int MOST_RUNS = 5;
    private static final int MOST_RUNS_BELOW = 3;
    private static final int MOST_EXPLORATIONS = 5;

    private final SearchProblem problem;
    private final Assumptions known;
    private final boolean switches;
    private final boolean forecasts;
    private final BracketingSearch fallback;

    /**
     * @param known what is known of service and database beside the trials
     */
    public ModelGuidedSearch(SearchProblem problem, Assumptions known) {
        this(problem, known, false);
    }

    /**
     * @param known what is known of service and database beside the trials
     * @param switches whether settings can be compared by switching ({@link SwitchingSearch#comparable})
     */
    public ModelGuidedSearch(SearchProblem problem, Assumptions known, boolean switches) {
        this(problem, known, switches, true);
    }

    private ModelGuidedSearch(SearchProblem problem, Assumptions known, boolean switches, boolean forecasts) {
        this.problem = problem;
        this.known = known;
        this.switches = switches;
        this.forecasts = forecasts;
        fallback = new BracketingSearch(problem);
    }

    /** The same with no forecast in its conclusions, whose simulations take most of the time of a search. */
    ModelGuidedSearch withoutForecasts() {
        return new ModelGuidedSearch(problem, known, switches, false);
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        JudgedTrials judged = new JudgedTrials(trials).by(TrialJudge.COLD);
        Decision decision = judged(judged.trials(), left);
        if (!(decision instanceof Conclusion conclusion)) {
            return decision;
        }
        long cold = judged.count(Flag.COLD);
        Conclusion counting = conclusion.counting(judged);
        return cold > 0 ? counting.with(Message.of("reason.cold-trials", cold)) : counting;
    }

    private Decision judged(List<Trial> trials, Duration left) {
        if (trials.stream().noneMatch(trial -> trial.role() == Role.BASELINE)) {
            return new TryNext(TrialPlan.single(Role.BASELINE, problem.found(), problem.confirmLength()));
        }
        Optional<TrialFit> trialFit = TrialFit.of(trials, problem.load(), known, problem.seed());
        if (trialFit.isEmpty()) {
            return fallback.next(trials, left);
        }
        TrialFit fit = trialFit.get();
        var candidates = new Candidates(problem, fit);
        boolean guided = fit.unexplained().isEmpty();
        // A model that explains the trials may choose the next; it decides only if it also knew before what they would
        // show.
        boolean decides =
                guided && AdvancePredictions.within(problem.goal().margin().fraction(), trials);
        Decision decision =
                guided ? new Step(trials, left, fit, candidates, decides).decide() : fallback.next(trials, left);
        if (decision instanceof Conclusion conclusion) {
            return forecasts ? new Forecasts(problem, fit, candidates).decided(conclusion, guided, trials) : conclusion;
        }
        // What one setting alone leaves open is no prediction: the next is tried to tell it.
        return guided && fit.settings().size() > 1 ? decision.predicted(candidates::expected) : decision;
    }

    /** One decision, with everything that it rests on. */
    private final class Step {
        private final List<Trial> trials;
        private final Duration left;
        private final TrialFit trialFit;
        private final Candidates candidates;
        private final boolean decides;
        private final Neighbourhood near;
        private final Target given;
        private final SettingStatistics bounds;
        /** What was measured, without the model; beside the fastest, where the highest throughput is wanted. */
        private final SettingStatistics statistics;

        private final Challengers challengers;
        private final MeetingSettings meeting;

        Step(List<Trial> trials, Duration left, TrialFit trialFit, Candidates candidates, boolean decides) {
            this.decides = decides;
            this.trials = trials;
            this.left = left;
            this.trialFit = trialFit;
            this.candidates = candidates;
            near = new Neighbourhood(problem, trials);
            given = Target.of(problem.goal(), problem.load());
            bounds = SettingStatistics.of(trials, given).sequential(trialFit.noise());
            statistics = problem.goal().maximal()
                    ? bounds.nearTheBest(problem.goal().margin().fraction())
                    : bounds;
            challengers = new Challengers(statistics, candidates);
            meeting = new MeetingSettings(statistics, near);
        }

        Decision decide() {
            Optional<Settings> doubtful = trialFit.doubtful();
            if (doubtful.isPresent() && affordable(1)) {
                return rounds(List.of(doubtful.get()));
            }
            Optional<ExpectedLoss> expectedLoss = candidates.expectedLoss(given, bounds);
            return expectedLoss.isPresent() ? byStakes(expectedLoss.get()) : fallback.next(trials, left);
        }

        /** Tries what is expected to save most, then repeats the answer with the least expected loss. */
        private Decision byStakes(ExpectedLoss expectedLoss) {
            Settings answer = candidates.settings(expectedLoss.answer());
            if (!problem.goal().maximal()
                    && near.pools().isPresent()
                    && expectedLoss.risk(candidates.peak()) > UNLIKELY) {
                Settings largest = near.withPool(near.pools().get().high());
                return runs(largest) < LEAST_RUNS && !statistics.tried(largest) && affordable(1)
                        ? explore(largest)
                        : fallback.next(trials, left);
            }
            if (explorations() < MOST_EXPLORATIONS && affordable(1)) {
                Optional<Settings> trial = expectedLoss.worthTrying().map(candidates::settings);
                if (trial.isPresent() || !statistics.tried(answer)) {
                    return explore(trial.orElse(answer));
                }
            }
            if (!problem.goal().maximal()) {
                return smallest(expectedLoss, meeting.smallest(answer));
            }
            Optional<Settings> untried = challengers
                    .contrast(answer)
                    .filter(each -> explorations() < MOST_EXPLORATIONS)
                    .or(() -> challengers.gap(answer))
                    .filter(each -> runs(each) < LEAST_RUNS && affordable(1));
            if (untried.isPresent()) {
                return explore(untried.get());
            }
            Optional<Settings> rival =
                    challengers.rival(answer).filter(each -> runs(each) < LEAST_RUNS && affordable(2));
            if (rival.isPresent()) {
                return rounds(List.of(answer, rival.get()));
            }
            return decides ? highest(expectedLoss) : fallback.fromTried().next(trials, left);
        }

        /** The highest throughput: the answer was run twice, hardly any model that is left has it lose, and no trial outdoes it. */
        private Decision highest(ExpectedLoss expectedLoss) {
            Settings expected = candidates.settings(expectedLoss.answer());
            Settings smallest = meeting.smallest(expected);
            List<Settings> seldom = Stream.of(smallest, expected)
                    .distinct()
                    .filter(each -> statistics.runs(each) < LEAST_RUNS)
                    .toList();
            int paid = Math.min(seldom.size(), problem.cost().paidBy(left));
            if (paid > 0) {
                return rounds(withReference(seldom.subList(seldom.size() - paid, seldom.size())));
            }
            Settings answer = statistics.runs(smallest) < LEAST_RUNS ? expected : smallest;
            if (!statistics.tried(answer)) {
                return fallback.next(trials, left);
            }
            if (challengers
                    .better(answer, LEAST_RUNS, trialFit.noise())
                    .or(() ->
                            challengers.outdoing(answer, problem.goal().margin().fraction()))
                    .isPresent()) {
                return fallback.fromTried().next(trials, left);
            }
            double risk = candidates.risk(expectedLoss, answer);
            Settings peak = candidates.settings(candidates.peak());
            if (risk > Candidates.RISK && !peak.equals(answer) && runs(answer) < MOST_RUNS && affordable(2)) {
                return rounds(List.of(answer, peak));
            }
            if (risk > Candidates.RISK) {
                return writer().tooRisky(answer, risk);
            }
            Optional<ModelledStep> below = candidates.below(expectedLoss, answer);
            return below.map(ModelledStep::settings)
                    .filter(each -> !statistics.tried(each) && runs(each) < MOST_RUNS_BELOW && affordable(1))
                    .map(this::explore)
                    .orElseGet(() -> writer().conclude(answer, below, risk));
        }

        /** The goal's rate: the answer and the step below it are repeated until both are clear of the goal. */
        private Decision smallest(ExpectedLoss expectedLoss, Settings answer) {
            Optional<Settings> below = near.below(answer);
            var unsettled = new LinkedHashSet<Settings>();
            statistics.contradiction(answer).ifPresent(pair -> {
                for (Settings each :
                        List.of(pair.smaller().settings(), pair.larger().settings())) {
                    if (runs(each) < MOST_RUNS) {
                        unsettled.add(each);
                    }
                }
            });
            if (!decided(answer, LEAST_RUNS, MOST_RUNS)) {
                unsettled.add(answer);
            }
            below.filter(each ->
                            !decided(each, meeting.slowWhenMeasured(each, answer) ? LEAST_RUNS : 1, MOST_RUNS_BELOW))
                    .ifPresent(unsettled::add);
            if (unsettled.isEmpty()) {
                below.filter(each -> ColdTrials.mayGiveMore(each, trials)).ifPresent(unsettled::add);
            }
            if (!unsettled.isEmpty() && affordable(unsettled.size())) {
                return rounds(withReference(new ArrayList<>(unsettled)));
            }
            if (!statistics.tried(answer)) {
                return fallback.next(trials, left, each -> failing(expectedLoss, each));
            }
            Settings sure = meeting.sure(answer, LEAST_RUNS);
            if (statistics.runs(sure) < LEAST_RUNS && affordable(1)) {
                return rounds(List.of(sure));
            }
            Optional<Settings> undecided = meeting.undecidedBelow(sure).filter(each -> affordable(1));
            if (undecided.isPresent()) {
                return rounds(List.of(undecided.get()));
            }
            boolean alone = trials.stream()
                    .anyMatch(trial ->
                            trial.settings().equals(answer) && trial.periods().isEmpty());
            return alone || !affordable(1)
                    ? writer().conclude(answer, each -> failing(expectedLoss, each))
                    : rounds(List.of(answer));
        }

        private Decision explore(Settings settings) {
            return new TryNext(TrialPlan.single(Role.SEARCH, settings, problem.confirmLength()));
        }

        /** The initial settings go along once, so that a drift of the machine shows. */
        private List<Settings> withReference(List<Settings> settings) {
            var all = new LinkedHashSet<>(settings);
            if (runs(problem.found()) < 2 && affordable(all.size() + 1)) {
                all.add(problem.found());
            }
            return new ArrayList<>(all);
        }

        /** Whether a setting was run often enough, and either stands clear of the goal or was run as often as may be. */
        private boolean decided(Settings settings, int least, int most) {
            int runs = runs(settings);
            return runs >= most
                    || runs >= least
                            && statistics
                                    .performance(settings)
                                    .filter(each -> each.standing() != Standing.UNCLEAR)
                                    .isPresent();
        }

        private int runs(Settings settings) {
            return ColdTrials.runs(settings, trials);
        }

        private int explorations() {
            return (int)
                    trials.stream().filter(trial -> trial.role() == Role.SEARCH).count();
        }

        private boolean affordable(int count) {
            return left.compareTo(problem.cost().of(count)) >= 0;
        }

        /** Under one load where settings can be switched, so that what drifts hits all of them alike. */
        private Decision rounds(List<Settings> settings) {
            long seed = problem.seed() + trials.size();
            var switchability = new Switchability(
                    new JudgedTrials(trials).by(TrialJudge.CARRY_OVER),
                    problem.load().think());
            if (settings.size() > 1 && switches && switchability.unspoilt()) {
                Duration period = switchability.period(left);
                int blocks = (int) (problem.confirmLength().toSeconds() / period.toSeconds());
                return new TryNext(TrialPlan.switching(
                        Role.CONFIRM,
                        settings,
                        new Switching(Math.max(BlockComparison.LEAST_BLOCKS, blocks), period, seed, false)));
            }
            return new TryNext(TrialPlan.interleaved(Role.CONFIRM, settings, 1, problem.confirmLength(), seed));
        }

        private ConclusionWriter writer() {
            return new ConclusionWriter(problem, statistics, near, trials);
        }

        private Optional<ModelledStep> failing(ExpectedLoss expectedLoss, Settings answer) {
            return decides ? candidates.failingBelow(expectedLoss, answer) : Optional.empty();
        }
    }
}
