package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sets what was switched under one load beside the answer and the best. */
final class BesideAnswer {
    private final SettingStatistics statistics;
    private final Ratios ratios;
    private final Settings answer;
    private final ComparisonWithBest about;
    /** When the answer was last compared, and its good responses a second then. */
    private final Trial last;

    private final Interval level;

    /**
     * @param answer a setting that was compared
     * @param about what is known of one knob's values beside the best
     */
    BesideAnswer(
            SettingStatistics statistics,
            Ratios ratios,
            Settings answer,
            List<Trial> trials,
            ComparisonWithBest about) {
        this.statistics = statistics;
        this.ratios = ratios;
        this.answer = answer;
        this.about = about;
        last = trials.stream()
                .filter(trial -> trial.valid()
                        && trial.periods().isPresent()
                        && trial.settings().equals(answer))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        level = last.throughput();
    }

    /** Returns the number of the trial in which the answer last took turns. */
    int lastTurn() {
        return last.number();
    }

    /** Returns what the answer gave when it last took turns. */
    Interval level() {
        return level;
    }

    /** The best setting. */
    Settings reference() {
        return ratios.best();
    }

    /** Every setting that was tried. */
    List<Performance> tried() {
        return statistics.performances().stream()
                .map(this::beside)
                .map(this::standing)
                .toList();
    }

    /** One of them. */
    Optional<Performance> performance(Settings settings) {
        return statistics.performance(settings).map(this::beside).map(this::standing);
    }

    /**
     * With the rate that a setting would have had while the answer was last compared, by what they gave under one load; its interval
     * is that of their ratio.
     */
    private Performance beside(Performance each) {
        if (each.settings().equals(answer)) {
            return each.throughput(level);
        }
        double rate = level.mean();
        return ratios.interval(each.settings(), Set.of(answer))
                .map(ratio ->
                        each.throughput(new Interval(rate * ratio.mean(), rate * ratio.low(), rate * ratio.high())))
                .orElse(each);
    }

    private Performance standing(Performance each) {
        boolean best =
                each.settings().equals(reference()) && about.answer().isPresent() && !smallerAndOpen(each.settings());
        if (best || each.standing() == Standing.FAILS) {
            return each;
        }
        return each.standing(about.standing(each.settings()).orElse(Standing.UNCLEAR));
    }

    /** Returns whether it looks best, is smaller than the answer, and was not shown to be as good. */
    private boolean smallerAndOpen(Settings best) {
        boolean smaller = best.pool().orElse(0) < answer.pool().orElse(0)
                || best.threads().orElse(0) < answer.threads().orElse(0);
        return smaller && about.standing(best).filter(Standing.UNCLEAR::equals).isPresent();
    }
}
