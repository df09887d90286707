package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.MissedBounds;
import dev.poolfit.verdict.reason.NotLarger;
import dev.poolfit.verdict.reason.NotLarger.Difference;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.SettingStatistics.BesideTheBest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Compares an answer with smaller and larger settings, each with trials of its own. */
final class Alternatives {
    private final SearchProblem problem;
    private final SettingStatistics statistics;
    private final Neighbourhood near;
    private final List<Trial> trials;

    Alternatives(SearchProblem problem, SettingStatistics statistics, Neighbourhood near, List<Trial> trials) {
        this.problem = problem;
        this.statistics = statistics;
        this.near = near;
        this.trials = trials;
    }

    /** @param next the smaller setting that is asked about */
    Reason whyNotSmaller(Settings chosen, Optional<Settings> next) {
        return next.flatMap(this::whyNot)
                .orElseGet(() ->
                        near.below(chosen).isEmpty() ? new NotSmaller.NothingSmaller() : new NotSmaller.NotTried());
    }

    private Optional<Reason> whyNot(Settings smaller) {
        return statistics
                .performance(smaller)
                .<Reason>map(this::whyNot)
                .or(() -> trials.stream().anyMatch(trial -> trial.settings().equals(smaller))
                        ? Optional.of(NotCounted.noneValid(smaller, trials))
                        : Optional.empty());
    }

    private NotSmaller whyNot(Performance smaller) {
        double line = 1 - problem.goal().margin().fraction();
        Optional<Interval> ratio = problem.goal().maximal()
                ? statistics.besideTheBest(smaller.settings()).map(BesideTheBest::ratio)
                : Optional.empty();
        return switch (smaller.standing()) {
            case FAILS ->
                ratio.filter(each -> each.against(line) == Side.BELOW)
                        .<NotSmaller>map(each -> new NotSmaller.Worse(smaller.settings(), each))
                        .orElseGet(() -> failing(smaller));
            case UNCLEAR ->
                ratio.filter(each -> each.low() < line)
                        .<NotSmaller>map(each -> new NotSmaller.MayBeWorse(smaller.settings(), each))
                        .orElseGet(() -> new NotSmaller.Unclear(smaller.measured()));
            case MEETS -> new NotSmaller.AlsoMeets(smaller.measured());
        };
    }

    private NotSmaller failing(Performance smaller) {
        MissedBounds missed = statistics.target().missed(smaller.throughput(), smaller.p99Ms(), smaller.errorRate());
        if (missed.any()) {
            return new NotSmaller.Misses(smaller.measured(), missed);
        }
        return problem.goal().maximal()
                ? new NotSmaller.Fails(smaller.settings())
                : new NotSmaller.FailsTest(smaller.measured());
    }

    /** Tells why not a larger setting, by the larger one that gave most. */
    Optional<Reason> whyNotLarger(Performance chosen) {
        return statistics.performances().stream()
                .filter(each -> SettingStatistics.BY_SIZE.compare(each.settings(), chosen.settings()) > 0)
                .max(Comparator.comparingDouble(each -> each.throughput().mean()))
                .map(larger -> new NotLarger.Gave(
                        larger.settings(), larger.throughput(), difference(larger.throughput(), chosen.throughput())));
    }

    private Difference difference(Interval larger, Interval chosen) {
        if (larger.high() < chosen.low()) {
            return Difference.LESS;
        }
        if (larger.low() <= chosen.high()) {
            return Difference.NOT_SIGNIFICANT;
        }
        return problem.goal().maximal() ? Difference.MORE_WITHIN_LIMIT : Difference.MORE_THAN_ASKED;
    }
}
