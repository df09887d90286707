package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion.Choice;
import dev.poolfit.verdict.comparison.Ratios;
import java.util.List;
import java.util.Set;

/**
 * What the answer gives as a multiple of the initial settings. Where both were switched under one load, what they shared there
 * tells, and what they gave at other times does not: the service may have become faster since.
 */
final class Gain {
    private Gain() {}

    /** @param resolution a share of the throughput that is worth telling */
    static Choice with(Choice choice, List<Trial> trials, double resolution) {
        if (choice.recommended().isEmpty() || choice.baseline().isEmpty()) {
            return choice;
        }
        Settings answer = choice.recommended().get().settings();
        Settings found = choice.baseline().get().settings();
        var ratios = new Ratios(trials, resolution);
        boolean switched = !answer.equals(found) && ratios.settings().containsAll(Set.of(answer, found));
        return switched
                ? new Choice(
                        choice.recommended(),
                        choice.baseline(),
                        choice.smaller(),
                        choice.tried(),
                        ratios.interval(answer, Set.of(found)))
                : choice;
    }
}
