package dev.poolfit.verdict.knob;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The values of the knobs beside pool and threads while those are searched.
 *
 * @param values each of them; no more idle connections than the pool and no more spare threads than threads are applied
 */
record OtherKnobs(Settings values) {
    private static final Set<Knob> SEARCHED = Set.of(Knob.POOL, Knob.THREADS);

    /** As found, where that is among the values to compare, else the first value of each. */
    static OtherKnobs first(SearchSpace space, Settings found) {
        Settings others = Settings.NONE;
        for (var choice : space.choices().entrySet()) {
            Knob knob = choice.getKey();
            List<Settings> values = choice.getValue();
            others = others.with(values.stream()
                    .filter(value -> value.agree(knob, found))
                    .findFirst()
                    .orElse(values.get(0)));
        }
        return new OtherKnobs(others);
    }

    OtherKnobs with(Settings value) {
        return new OtherKnobs(values.with(value));
    }

    /** Pool and threads of some settings. */
    static Settings core(Settings settings) {
        return settings.restrictedTo(SEARCHED);
    }

    /** Pool and threads with these. */
    Settings at(Settings settings) {
        Settings core = core(settings);
        Settings full = core.with(values);
        for (Knob knob : values.knobs()) {
            OptionalInt most = most(knob, core);
            if (knob instanceof CountKnob count && most.isPresent()) {
                full = full.with(count, Math.min(values.count(count), most.getAsInt()));
            }
        }
        return full;
    }

    /** The largest value of a knob that means anything at these settings. */
    static OptionalInt most(Knob knob, Settings settings) {
        return knob == Knob.MINIMUM_IDLE
                ? settings.pool()
                : knob == Knob.MIN_SPARE ? settings.threads() : OptionalInt.empty();
    }

    /** The trials with these as a search of pool and threads sees them: it begins with a baseline. */
    List<Trial> of(List<Trial> trials, Settings found) {
        List<Trial> own = trials.stream()
                .filter(trial -> trial.settings().equals(at(trial.settings())))
                .map(trial ->
                        trial.as(trial.role() == Role.COMPARE ? Role.CONFIRM : trial.role(), core(trial.settings())))
                .toList();
        boolean begun = own.stream().anyMatch(trial -> trial.role() == Role.BASELINE);
        return own.stream()
                .map(trial -> !begun && trial.settings().equals(found) ? trial.as(Role.BASELINE, found) : trial)
                .toList();
    }

    /** A plan for pool and threads, with these. */
    TrialPlan at(TrialPlan plan) {
        return plan.with(this::at);
    }
}
