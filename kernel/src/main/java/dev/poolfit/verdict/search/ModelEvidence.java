package dev.poolfit.verdict.search;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Switchability;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.forecast.AdvancePredictions;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.forecast.ExpectedLoss;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** The evidence of {@link ModelGuidedSearch}, with one method for each rule that both of its tables have. */
class ModelEvidence extends Evidence {
    static final int MOST_EXPLORATIONS = 5;

    /** The step below the answer is left open after one run where it stands clear of the goal, and after so many in any case. */
    static final int LEAST_RUNS_BELOW = 1;

    static final int MOST_RUNS_BELOW = 3;
    /** One run more of the answer saves just what it costs, but for rounding: no figure that a reader could use. */
    private static final double BY_ROUNDING = 1e-9;
    /** So many other trials are told beside the best. */
    private static final int OTHERS = 3;

    private final Neighbourhood near;
    private final Optional<TrialFit> fitted;
    private final boolean switches;
    private final boolean guided;
    /** A model that explains the trials may choose the next; it decides only if it also knew before what they would show. */
    private final boolean decides;

    private final Optional<Candidates> modelled;
    private final Optional<ExpectedLoss> atStake;
    /** The figures of the settings, without the model; beside the fastest, where the highest throughput is wanted. */
    private final SettingStatistics statistics;

    private final MeetingSettings meeting;

    /**
     * @param fitted the model of the trials
     * @param switches whether settings can be compared by switching
     */
    ModelEvidence(
            SearchProblem problem, JudgedTrials judged, Duration left, Optional<TrialFit> fitted, boolean switches) {
        super(problem, judged.trials(), left);
        near = new Neighbourhood(problem, trials());
        this.fitted = fitted;
        this.switches = switches;
        guided = fitted.filter(each -> each.unexplained().isEmpty()).isPresent();
        decides = guided && AdvancePredictions.within(problem.goal().margin().fraction(), trials());
        modelled = fitted.map(each -> new Candidates(problem, each));
        Target target = Target.of(problem.goal(), problem.load());
        SettingStatistics bounds = SettingStatistics.of(trials(), target);
        if (guided) {
            bounds = bounds.sequential(fitted.orElseThrow().noise());
        }
        statistics = problem.goal().maximal()
                ? bounds.nearTheBest(problem.goal().margin().fraction())
                : bounds;
        meeting = new MeetingSettings(statistics, near);
        SettingStatistics seen = bounds;
        atStake = guided ? modelled.flatMap(each -> each.expectedLoss(target, seen)) : Optional.empty();
    }

    final Neighbourhood near() {
        return near;
    }

    final SettingStatistics statistics() {
        return statistics;
    }

    final MeetingSettings meeting() {
        return meeting;
    }

    final TrialFit fit() {
        return fitted.orElseThrow();
    }

    final boolean decides() {
        return decides;
    }

    final boolean guided() {
        return guided;
    }

    final Candidates candidates() {
        return modelled.orElseThrow();
    }

    final BracketingSearch ladder() {
        return new BracketingSearch(problem());
    }

    final Optional<Move> byLadder() {
        return said(ladder().next(trials(), left()));
    }

    /** There is no model of the trials, or it does not explain them. */
    final Optional<Move> withoutModel() {
        return guided ? Optional.empty() : byLadder();
    }

    /** A setting that a model does not explain, but was run only once. */
    final Optional<Move> doubtful() {
        return fitted.flatMap(TrialFit::doubtful).flatMap(each -> tried(rounds(List.of(each)), 1));
    }

    /**
     * By the model nothing that is left is likely to meet the goal: no setting keeps the bounds on errors and response times, or all
     * that may were seen to miss it. The search goes on without the model.
     */
    final Optional<Move> nothingPossible() {
        return atStake.isEmpty() ? byLadder() : Optional.empty();
    }

    final ExpectedLoss expectedLoss() {
        return atStake.orElseThrow();
    }

    /** Up to {@link #MOST_EXPLORATIONS} times the setting that lowers the expected loss most. */
    final Optional<Move> worthTrying() {
        return explorations() < MOST_EXPLORATIONS ? explore(expectedLoss().worthTrying()) : Optional.empty();
    }

    private Optional<Move> explore(List<ExpectedLoss.Worth> worth) {
        if (worth.isEmpty()) {
            return Optional.empty();
        }
        ExpectedLoss.Worth best = worth.get(0);
        var because = new ArrayList<Message>();
        because.add(
                best.saved() > BY_ROUNDING
                        ? Known.loss(likely(), expectedLoss().least(), best.saved() + ExpectedLoss.TRIAL)
                        : Known.likely(likely(), expectedLoss().least()));
        worth.stream()
                .skip(1)
                .limit(OTHERS)
                .forEach(each ->
                        because.add(Known.next(candidates().settings(each.cell()), each.saved() + ExpectedLoss.TRIAL)));
        because.add(Known.explored(explorations()));
        return explore(candidates().settings(best.cell()), because.toArray(Message[]::new));
    }

    /** The answer before it is confirmed. */
    final Optional<Move> answerUntried() {
        return explorations() < MOST_EXPLORATIONS && !statistics.tried(likely())
                ? explore(likely(), Known.likely(likely(), expectedLoss().least()))
                : Optional.empty();
    }

    @Override
    protected final Optional<Message> known(Settings settings) {
        return statistics
                .performance(settings)
                .map(each -> Known.run(each, problem().goal().maximal()))
                .or(() -> atStake.flatMap(loss -> candidates().modelled(loss, settings))
                        .map(each -> Known.modelled(each, candidates().expected(settings))));
    }

    /** The answer with the least expected loss. */
    final Settings likely() {
        return candidates().settings(expectedLoss().answer());
    }

    /** Returns the smallest setting below the likely answer that was seen to meet the goal, with none between that fails; else the likely answer. */
    final Settings answer() {
        return meeting.smallest(likely());
    }

    final Optional<Move> explore(Settings settings, Message... because) {
        return tried(TrialPlan.single(Role.SEARCH, settings, problem().confirmLength()), 1, because);
    }

    /** Adds the initial settings until they have two runs that are not cold, if the budget pays, so that a drift of the machine shows. */
    final List<Settings> withReference(List<Settings> settings) {
        var all = new LinkedHashSet<>(settings);
        if (warmRuns(problem().found()) < LEAST_RUNS && affordable(all.size() + 1)) {
            all.add(problem().found());
        }
        return new ArrayList<>(all);
    }

    /** Since the service was warm, those that do not count for another reason included. */
    final int warmRuns(Settings settings) {
        return ColdTrials.warmRuns(settings, trials());
    }

    final int explorations() {
        return (int)
                trials().stream().filter(trial -> trial.role() == Role.SEARCH).count();
    }

    /** Returns how settings are switched. */
    SwitchingMethod method() {
        return SwitchingMethod.RESIZED;
    }

    /** Under one load where settings can be switched, so that what drifts hits all of them alike. */
    final TrialPlan rounds(List<Settings> settings) {
        long seed = problem().seed() + trials().size();
        var switchability =
                new Switchability(new JudgedTrials(trials()), problem().load().think(), method());
        if (settings.size() > 1 && switches && switchability.unspoilt()) {
            Duration period = switchability.period(settings, switchability.period(left()));
            int blocks = (int) (problem().confirmLength().dividedBy(period));
            return TrialPlan.switching(
                    Role.CONFIRM,
                    settings,
                    switchability.switching(
                            settings, Math.max(BlockComparison.LEAST_BLOCKS, blocks), period, seed, false));
        }
        return TrialPlan.interleaved(Role.CONFIRM, settings, 1, problem().confirmLength(), seed);
    }

    final ConclusionWriter writer() {
        return new ConclusionWriter(problem(), statistics, near(), trials());
    }
}
