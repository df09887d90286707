package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Choice;
import dev.poolfit.verdict.Conclusion.Grounds;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sets what a search decided beside the initial settings. */
public record Ending(SearchProblem problem, List<Trial> trials) {
    /**
     * @param answer the recommended setting, or the nearest to the goal
     * @param smaller the one below it, where that was tried
     */
    public Conclusion of(
            Outcome outcome,
            Optional<Performance> answer,
            Optional<Performance> smaller,
            List<Performance> tried,
            Grounds grounds) {
        Optional<Performance> initial = tried.stream()
                .filter(each -> each.settings().equals(problem.found()))
                .findFirst()
                .or(() -> SettingStatistics.notCounted(
                        trials, Target.of(problem.goal(), problem.load()), problem.found()));
        return new Conclusion(
                outcome, withGain(new Choice(answer, initial, smaller, tried)), grounds, problem.poolLimit());
    }

    /**
     * Returns the choice with its gain. Where settings were switched under one load, that load tells, and what they gave at other
     * times does not: the service may have become faster since.
     */
    private Choice withGain(Choice choice) {
        if (choice.recommended().isEmpty() || !choice.baselineCounts()) {
            return choice;
        }
        Settings answer = choice.recommended().get().settings();
        Settings found = problem.found();
        var ratios = new Ratios(trials, problem.goal().margin().fraction());
        if (answer.equals(found) || ratios.settings().isEmpty()) {
            return choice;
        }
        return choice.withGain(
                ratios.settings().containsAll(Set.of(answer, found))
                        ? ratios.interval(answer, Set.of(found))
                        : Optional.empty());
    }
}
