package dev.poolfit.app;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Language;
import dev.poolfit.report.LoadText;
import dev.poolfit.units.Durations;
import dev.poolfit.verdict.search.Search;
import dev.poolfit.verdict.search.SwitchingSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Says what a run would do, without doing any of it. */
final class DryRun {
    private DryRun() {}

    /** @param cost the cost of one trial */
    static String of(Experiment experiment, String cost) {
        Goal goal = experiment.goal();
        List<String> lines = new ArrayList<>();
        lines.add("Experiment  " + experiment.name());
        lines.add("Goal        "
                + (experiment.space().knobs().isEmpty() ? "the breaking rate" : Language.EN.text(goal.words())));
        lines.add("Load        " + Language.EN.text(LoadText.of(experiment.load())));
        SearchSpace space = experiment.space();
        space.knobs()
                .forEach(knob ->
                        lines.add("Tunes       " + knob.key() + " " + space.text(knob) + " (" + knob.property() + ")"));
        Settings fixed = experiment.fixed();
        if (!fixed.values().isEmpty()) {
            lines.add("Fixed       " + fixed);
        }
        experiment
                .ceiling()
                .ifPresent(ceiling -> lines.add("Ceiling     " + ceiling.share() + " of max_connections over "
                        + ceiling.instances() + " instances"));
        lines.add("Budget      " + Durations.format(experiment.budget()) + ", seed " + experiment.seed());
        lines.add("            " + cost);
        experiment.precision().ifPresent(share -> lines.add("Precision   " + share + " of a trial's throughput"));
        experiment.stop().ifPresent(stop -> lines.add("Stop        " + stop));
        lines.add("");
        lines.add("Plan");
        List<String> steps = steps(experiment);
        for (int i = 0; i < steps.size(); i++) {
            lines.add("  " + (i + 1) + ". " + steps.get(i).replace("\n", " "));
        }
        return lines.stream()
                .flatMap(String::lines)
                .map(line -> Columns.hanging(line) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private static List<String> steps(Experiment experiment) {
        SearchSpace space = experiment.space();
        Search.Method method = Search.Method.of(
                experiment.goal(), experiment.load(), space, experiment.goal().maximal());
        var steps = new ArrayList<String>();
        steps.add("Warm the service up at the settings found, until its CPU time a request is steady.");
        if (method == Search.Method.BREAKING_RATE) {
            steps.add("Let the load grow until the service breaks, three times; tell the rate before it broke.");
            return steps;
        }
        steps.add("Measure the settings found.");
        if (!space.ranges().isEmpty()) {
            steps.addAll(search(experiment, method));
        }
        if (!space.choices().isEmpty()) {
            steps.add((space.ranges().isEmpty() ? "Set" : "At the answer, set") + " each value of "
                    + space.choices().keySet().stream().map(Knob::key).collect(Collectors.joining(", "))
                    + "\nagainst the one that holds, in shuffled rounds; keep what is better beyond the noise"
                    + (space.ranges().isEmpty() ? "." : ", and\nsearch again where that may change the answer.")
                    + (SearchSpace.restarts(space.knobs())
                            ? "\nThe service is restarted where a knob asks for it."
                            : ""));
        }
        experiment
                .earlier()
                .ifPresent(table ->
                        steps.add("Measure the settings of the earlier table with what is left of the budget."));
        steps.add("Put the settings found back.");
        return steps;
    }

    private static List<String> search(Experiment experiment, Search.Method method) {
        Goal goal = experiment.goal();
        if (method == Search.Method.SWITCHING) {
            return List.of(
                    "Switch settings under one load, in random blocks, across the range first: within the pool, ten times a second;\n"
                            + "by resizing, every one to four seconds, where the service does not take that;\n"
                            + "narrow down to the smallest that is not worse than the best by more than "
                            + goal.margin()
                            + ".",
                    "Measure the answer alone, for its p99 and its errors.");
        }
        String first = experiment.space().of(Knob.POOL).isPresent() ? "pool" : "thread count";
        String aim = goal.maximal()
                ? "the smallest setting with no significant difference from the best"
                : "the smallest " + first + " that meets the goal";
        String bracket = goal.maximal()
                ? "Try settings across the whole range, twice each in shuffled order; narrow down to\n" + aim + "."
                : "Start at rate × hold time, measured in step 2; bracket " + aim + ".";
        boolean turns = method == Search.Method.MODEL_GUIDED
                && SwitchingSearch.comparable(goal, experiment.load(), experiment.space(), false);
        return List.of(
                method == Search.Method.BRACKETING
                        ? bracket
                        : "Fit a queueing model to what was measured; try what it expects to be " + aim
                                + ".\nWhere the model does not explain the trials, go on without it.",
                "Repeat the answer, the step below and the settings found "
                        + (turns ? "under one load in which they take turns" : "in interleaved rounds")
                        + ", until they\ndiffer clearly or the budget ends.");
    }
}
