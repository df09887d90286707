package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import java.util.Comparator;
import java.util.List;

/** The order in which knobs are compared: first the one that decides how long connections are held, then as they come. */
final class KnobOrder {
    private KnobOrder() {}

    static List<Knob> of(SearchSpace space) {
        return space.choices().keySet().stream()
                .sorted(Comparator.comparing((Knob knob) -> knob != Knob.OPEN_IN_VIEW))
                .toList();
    }
}
