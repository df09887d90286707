package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.comparison.Bracket;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the settings beside an answer that meet the goal, as far as they were seen; by the pool alone. */
final class MeetingSettings {
    /** Of what a larger setting gives beside a smaller one, so much more than in proportion to their sizes. */
    private static final double OUT_OF_PROPORTION = 1.05;

    private final SettingStatistics statistics;
    private final Neighbourhood near;
    private final Bracket bracket;

    MeetingSettings(SettingStatistics statistics, Neighbourhood near) {
        this.statistics = statistics;
        this.near = near;
        bracket = new Bracket(near.range());
        statistics.performances().forEach(each -> bracket.add(near.value(each.settings()), each.standing()));
    }

    /**
     * The answer, or where that does not meet the goal however often it was run, a larger one: the smallest that was seen
     * to meet it, unless that may be much too large, or else the first that was not run often enough.
     *
     * @param least how often is enough
     */
    Settings sure(Settings answer, int least) {
        if (meets(answer)) {
            return answer;
        }
        Optional<Settings> meeting = meeting(answer);
        if (meeting.filter(this::tight).isPresent()) {
            return meeting.get();
        }
        Settings sure = answer;
        Optional<Settings> larger = near.above(answer);
        while (larger.isPresent() && statistics.validRuns(sure) >= least && !meets(sure)) {
            sure = larger.get();
            larger = near.above(sure);
        }
        return sure;
    }

    /** Returns whether a setting cannot be much larger than the smallest that meets the goal, by the largest below it that fails. */
    boolean tight(Settings settings) {
        return bracket.tight(near.value(settings));
    }

    /** Returns the setting to repeat where one may be much larger than need be: of the undecided below it the one run least often. */
    Optional<Settings> undecidedBelow(Settings settings) {
        return statistics.performances().stream()
                .filter(each -> each.standing() == Standing.UNCLEAR && meets(settings) && !tight(settings))
                .map(Performance::settings)
                .filter(each -> near.value(each) > bracket.failing(near.value(settings))
                        && near.value(each) < near.value(settings))
                .min(Comparator.comparingInt(statistics::validRuns));
    }

    /**
     * Returns whether a setting gave by more than 5 % less than its part of what a larger one gives: n connections give at most n ÷ m times as much as m,
     * so the service was not as fast at the time.
     */
    boolean slowWhenMeasured(Settings smaller, Settings larger) {
        return statistics.tried(smaller)
                && statistics.tried(larger)
                && rate(larger) * near.value(smaller) > OUT_OF_PROPORTION * rate(smaller) * near.value(larger);
    }

    private double rate(Settings settings) {
        return statistics.mean(settings, trial -> trial.throughput().mean());
    }

    private boolean meets(Settings settings) {
        return statistics
                .performance(settings)
                .filter(each -> each.standing() == Standing.MEETS)
                .isPresent();
    }

    /** The smallest above an answer that was seen to meet the goal. */
    private Optional<Settings> meeting(Settings answer) {
        return statistics.performances().stream()
                .filter(each -> each.standing() == Standing.MEETS)
                .map(Performance::settings)
                .filter(each -> each.pool().orElse(0) > answer.pool().orElse(0))
                .min(Comparator.comparingInt(each -> each.pool().orElse(0)));
    }

    /** A smaller setting that was seen to meet the goal, with none between that was seen to fail it. */
    Settings smallest(Settings answer) {
        int pool = answer.pool().orElse(0);
        List<Performance> smaller = statistics.performances().stream()
                .filter(each -> each.settings().pool().orElse(0) < pool)
                // The initial settings may lie below the range.
                .filter(each -> near.value(each.settings()) >= near.range().low())
                .toList();
        Settings smallest = answer;
        for (int i = smaller.size() - 1; i >= 0 && smaller.get(i).standing() != Standing.FAILS; i--) {
            smallest =
                    smaller.get(i).standing() == Standing.MEETS ? smaller.get(i).settings() : smallest;
        }
        return smallest;
    }
}
