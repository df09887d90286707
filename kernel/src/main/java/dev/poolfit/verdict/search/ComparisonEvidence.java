package dev.poolfit.verdict.search;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.comparison.NextComparison;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.comparison.Switchability;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The evidence of {@link SwitchingSearch} where it compares settings under one load. */
class ComparisonEvidence extends Evidence {
    static final int FEWEST_BLOCKS = BlockComparison.LEAST_BLOCKS;
    /** With less time than that an A/A check is not worth its place. */
    private static final Duration LONG_ENOUGH_TO_CHECK = Duration.ofSeconds(150);

    /** The most blocks with long slices beside short ones. */
    private static final int LONGER_BLOCKS = 12;
    /** They take no larger part of what is left of the budget. */
    private static final long LONGER_PARTS = 4;

    private final Neighbourhood near;
    private final SwitchingMethod method;
    private final Optional<Candidates> candidates;
    private final Axis axis;
    private final Ratios ratios;
    private final SettingStatistics statistics;
    private final Switchability switchability;
    private final Duration period;
    private final CarryOver crowds;
    private final Duration kept;

    /**
     * @param candidates by a model that explains the trials
     * @param later time that is kept for the end beside the last trial
     */
    ComparisonEvidence(
            SearchProblem problem,
            JudgedTrials judged,
            SwitchingMethod method,
            Duration left,
            Optional<Candidates> candidates,
            Duration later) {
        super(problem, judged.trials(), left);
        this.method = method;
        boolean further = trials().stream().anyMatch(each -> each.periods().isPresent());
        Duration around = further && method == SwitchingMethod.WITHIN_POOL ? RealSizeCheck.AROUND : Duration.ZERO;
        kept = cost(1).plus(later).plus(around);
        near = new Neighbourhood(problem, trials());
        this.candidates = candidates;
        switchability = new Switchability(judged, problem.load().think(), method);
        ratios = new Ratios(trials(), margin(), spendable());
        Axis same = near.axisAtSameThreads(fewerAreBetter());
        axis = problem.limited() && !isAlong(near.axis(), same) ? same : near.axis();
        statistics = SettingStatistics.of(trials(), target());
        period = held(1);
        crowds = new CarryOver(method, problem.load(), candidates, statistics);
    }

    /** Returns whether fewer threads gave more than those that there are, at the initial pool. */
    private boolean fewerAreBetter() {
        Settings found = problem().found();
        return near.withFewerThreads()
                .filter(ratios.settings()::contains)
                .filter(any -> ratios.settings().contains(found))
                .flatMap(fewer -> ratios.interval(fewer, Set.of(found)))
                .filter(ratio -> ratio.low() > 1)
                .isPresent();
    }

    /** Returns whether settings of an axis were compared that are none of another one's: an older run had threads that suit each pool. */
    private boolean isAlong(Axis some, Axis other) {
        List<Settings> compared = ratios.settings().stream()
                .filter(each -> !each.equals(problem().found()))
                .filter(each -> !near.withFewerThreads().equals(Optional.of(each)))
                .toList();
        return compared.stream().anyMatch(some::has) && compared.stream().noneMatch(other::has);
    }

    final Neighbourhood near() {
        return near;
    }

    final Optional<Candidates> candidates() {
        return candidates;
    }

    /** Returns the axis of the knob that is tuned first. */
    final Axis axis() {
        return axis;
    }

    final Ratios ratios() {
        return ratios;
    }

    final SettingStatistics statistics() {
        return statistics;
    }

    final CarryOver crowds() {
        return crowds;
    }

    final SwitchingMethod method() {
        return method;
    }

    /** Returns how long a setting holds. */
    final Duration period() {
        return period;
    }

    /** Returns how long a setting holds where only a share is wanted of what the fewest blocks tell. */
    final Duration held(double share) {
        return switchability.period(spendable(), share);
    }

    final double margin() {
        return problem().goal().margin().fraction();
    }

    final Target target() {
        return Target.of(problem().goal(), problem().load());
    }

    /** Returns whether nothing was compared yet. */
    final boolean isFirst() {
        return ratios.settings().isEmpty();
    }

    /** Returns what comparisons may take beside what is kept for the end. */
    final Duration spendable() {
        return left().compareTo(kept) > 0 ? left().minus(kept) : Duration.ZERO;
    }

    /** Returns what so many blocks of so many settings take, with what is kept for the end. */
    final Duration cost(int settings, int blocks) {
        return kept.plus(period.multipliedBy((long) settings * blocks));
    }

    final NextComparison next(ComparisonWithBest about) {
        return new NextComparison(about, period(), method());
    }

    /** Returns a pool a little larger than the answer that has to be compared before the answer is one. */
    final Optional<Integer> larger(ComparisonWithBest known) {
        return near().pools().isEmpty()
                ? Optional.empty()
                : next(known).unseenAbove().stream().boxed().findFirst();
    }

    final Optional<Move> compare(List<Settings> settings, int most, Duration cost) {
        return tried(plan(settings, most, period), cost);
    }

    /**
     * Compares two settings in long slices within the pool, where short ones are to be held against them and a part of the time that is
     * left pays for it.
     */
    final Optional<Move> compareLonger(List<Settings> two) {
        return switchability.longer().flatMap(longer -> {
            Duration held = longer.period(spendable());
            Duration block = held.multipliedBy(two.size());
            int blocks = (int)
                    Math.min(LONGER_BLOCKS, spendable().dividedBy(LONGER_PARTS).dividedBy(block));
            return blocks < FEWEST_BLOCKS
                    ? Optional.empty()
                    : tried(plan(longer, two, blocks, held), kept.plus(block.multipliedBy(blocks)));
        });
    }

    @Override
    protected final Optional<Message> known(Settings settings) {
        return Optional.of(settings)
                .filter(ratios.settings()::contains)
                .flatMap(each -> ratios.interval(each, ratios.top(margin() / 2, each)))
                .map(ratio -> Known.compared(settings, ratio))
                .or(() ->
                        candidates.map(model -> Known.expected(settings, model.expected(settings) / model.highest())));
    }

    /** @param most blocks of so long periods, as far as the budget pays for them */
    final TrialPlan plan(List<Settings> settings, int most, Duration held) {
        Switchability longer = isFirst() ? switchability : switchability.longerFor(settings);
        Duration fewest = longer.period(settings, held).multipliedBy((long) FEWEST_BLOCKS * settings.size());
        return plan(spendable().compareTo(fewest) < 0 ? switchability : longer, settings, most, held);
    }

    private TrialPlan plan(Switchability switchability, List<Settings> settings, int most, Duration held) {
        // The first comparison is checked: one setting has two places in it.
        boolean checked = isFirst() && left().compareTo(LONG_ENOUGH_TO_CHECK) > 0;
        Duration each = switchability.period(settings, held);
        // It also has two lengths of slices, and each of them needs its blocks.
        long wanted = isFirst() ? most : most * held.toMillis() / each.toMillis();
        int paid = (int) (spendable().toMillis() / ((settings.size() + (checked ? 1 : 0)) * each.toMillis()));
        return TrialPlan.switching(
                Role.CONFIRM,
                settings,
                switchability.switching(
                        settings,
                        (int) Math.max(FEWEST_BLOCKS, Math.min(wanted, paid)),
                        each,
                        problem().seed() + trials().size(),
                        checked));
    }
}
