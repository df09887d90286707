package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Holds what settings gave in trials of their own against what they gave in turns. */
final class AnswerAlone {
    /** The ratio by which a setting alone gives more than it can while settings take turns. */
    private static final double FAR_MORE = 1.5;

    /** The ratio below which a setting that holds alone is not what it was while settings took turns. */
    private static final double FAR_LESS = 0.75;

    private final Target target;
    private final BesideAnswer beside;
    private final Settings answer;
    private final List<Trial> trials;
    private final Duration again;

    /** @param again the time of one more trial of the answer */
    AnswerAlone(Target target, BesideAnswer beside, Settings answer, List<Trial> trials, Duration again) {
        this.target = target;
        this.beside = beside;
        this.answer = answer;
        this.trials = trials;
        this.again = again;
    }

    /**
     * A trial of its own that surely gave so much more than each setting that took turns is beyond what services differ by from minute to
     * minute; unless the answer gives alone, too, what it gave in turns: then the service has become slower.
     */
    Optional<Undecided.HigherAlone> higher() {
        List<Trial> valid = trials.stream().filter(Trial::valid).toList();
        List<Trial> turns =
                valid.stream().filter(trial -> trial.periods().isPresent()).toList();
        double most = turns.stream()
                .mapToDouble(trial -> trial.throughput().high())
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        int first = turns.stream().mapToInt(Trial::number).min().orElse(0);
        boolean slower = valid.stream()
                .anyMatch(trial -> trial.periods().isEmpty()
                        && trial.number() > first
                        && trial.settings().equals(answer)
                        && trial.throughput().mean() < FAR_MORE * most);
        return slower
                ? Optional.empty()
                : valid.stream()
                        .filter(trial ->
                                trial.periods().isEmpty() && trial.throughput().low() > FAR_MORE * most)
                        .max(Comparator.comparingDouble(
                                trial -> trial.throughput().mean()))
                        .flatMap(trial ->
                                SettingStatistics.of(List.of(trial), target).performance(trial.settings()))
                        .filter(each -> each.standing() != Standing.FAILS)
                        .map(each -> new Undecided.HigherAlone(each.measured()));
    }

    /**
     * A service may collapse while one setting stays in place, and recover whenever another setting takes its turn. Then every trial of the
     * answer alone surely gave far less than it did in turns.
     */
    Optional<Undecided.LowerAlone> lower() {
        int last = beside.lastTurn();
        List<Trial> alone = trials.stream()
                .filter(trial -> trial.valid()
                        && trial.periods().isEmpty()
                        && trial.number() > last
                        && trial.settings().equals(answer))
                .toList();
        Interval turns = beside.level();
        return !alone.isEmpty()
                        && alone.stream().allMatch(trial -> trial.throughput().high() < FAR_LESS * turns.low())
                ? SettingStatistics.of(alone, target)
                        .performance(answer)
                        .map(each -> new Undecided.LowerAlone(each.measured(), turns, again))
                : Optional.empty();
    }
}
