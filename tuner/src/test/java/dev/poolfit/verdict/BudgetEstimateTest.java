package dev.poolfit.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadEnd;
import dev.poolfit.experiment.Script;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A budget is enough where it pays for the warm-up and four trials, or for three ramps; what is proposed instead is enough. */
class BudgetEstimateTest {
    /** Twice 20 s and four times 30 s in between; the most users are there from 110 s to 140 s. */
    private static final Load STAGED = load(stages(20, 30, 30, 30, 30, 20));

    private static final Load STEADY = load(new Load.Users(10));

    private static Load load(Load.Shape shape) {
        var request = new Load.Request(
                "GET", "http://127.0.0.1:8080/", 1, Map.of(), Optional.empty(), new IntRange(200, 299));
        return new Load(shape, Duration.ZERO, List.of(request), Duration.ofSeconds(10), Set.of());
    }

    private static Load.Stages stages(int... seconds) {
        int[] users = {10, 20, 30, 40, 50, 0};
        return new Load.Stages(java.util.stream.IntStream.range(0, seconds.length)
                .mapToObj(i -> new Load.Stage(Duration.ofSeconds(seconds[i]), users[i]))
                .toList());
    }

    private static Load ramp(int seconds) {
        return load(new Load.Ramp(
                Optional.of(new Rate(500)), 0, Duration.ofSeconds(seconds), new Share(0.01), Optional.empty()));
    }

    private static BudgetEstimate estimate(Load load, String budget) {
        return new BudgetEstimate(load, Durations.parse(budget));
    }

    private static String shortfall(Load load, String budget) {
        return Language.EN.text(estimate(load, budget).shortfall());
    }

    @ParameterizedTest
    @CsvSource({"7m, 6, true", "263s, 3, false", "264s, 4, true", "10m, 4, true", "27s, 0, false"})
    void trials_of_a_staged_load_share_the_way_to_its_busiest_stage(String budget, int trials, boolean enough) {
        assertThat(estimate(STAGED, budget).trials()).isEqualTo(trials);
        assertThat(estimate(STAGED, budget).enough()).isEqualTo(enough);
    }

    @ParameterizedTest
    @CsvSource({"10s, 1, false", "32s, 3, false", "33s, 4, true", "5m, 29, true", "24h, 708, true"})
    void a_steady_load_is_measured_for_a_part_of_the_budget(String budget, int trials, boolean enough) {
        assertThat(estimate(STEADY, budget).trials()).isEqualTo(trials);
        assertThat(estimate(STEADY, budget).enough()).isEqualTo(enough);
    }

    @ParameterizedTest
    @CsvSource({"5m, 2, false", "6m, 3, true"})
    void of_ramps_three_are_wanted(String budget, int ramps, boolean enough) {
        assertThat(estimate(ramp(120), budget).trials()).isEqualTo(ramps);
        assertThat(estimate(ramp(120), budget).enough()).isEqualTo(enough);
    }

    @Test
    void what_a_budget_pays_for_adds_up() {
        assertThat(Language.EN.text(estimate(STEADY, "5m").said()))
                .isEqualTo(
                        "One trial of this load takes at least 10s; after 8s of warm-up, the budget of 5m pays for 29.");
        assertThat(Language.EN.text(estimate(STAGED, "7m").said()))
                .isEqualTo(
                        "This load reaches its busiest stage after 1m 50s; 2 trials of 13s fit into that stage before the"
                                + " load begins again; the budget of 7m pays for 6 trials (8s + 3 × 1m 50s + 6 × 13s = 6m 56s, the"
                                + " first part for the warm-up).");
    }

    @ParameterizedTest
    @CsvSource({"2, 0, 1.6s, 2s", "20, 4, 16s, 20s", "24, 4, 19.2s, 24s"})
    void a_busiest_stage_in_which_no_trial_warms_up_and_measures_is_told_with_its_figures(
            int seconds, int whole, String from, String to) {
        assertThat(Language.EN.text(
                        estimate(load(stages(seconds)), "5m").tooBrief().orElseThrow()))
                .isEqualTo(
                        "must have at least 80 % of its busiest stage's users for 5 whole seconds or more, in which a"
                                + " trial warms up and measures, but has them for " + whole + " (from " + from + " to "
                                + to
                                + "); lengthen that stage, or put one with as many users after it, such as {for: 10s, users: 10};"
                                + " or give load.users in place of load.stages");
    }

    @Test
    void any_load_that_has_five_whole_seconds_is_long_enough() {
        for (Load load : List.of(load(stages(25)), load(stages(1, 25)), STAGED, STEADY, ramp(1))) {
            assertThat(estimate(load, "5m").tooBrief()).as(load.toString()).isEmpty();
        }
    }

    @Test
    void a_load_that_may_be_over_before_a_trial_is_told_in_place_of_what_the_budget_pays_for() {
        assertThat(ends(new LoadEnd(LoadEnd.Cause.ITERATIONS, 500, Optional.of(Duration.ofSeconds(30)))))
                .isEqualTo(
                        "The load ends by itself after 500 iterations, or 30s at the latest, but a trial needs a load"
                                + " that goes on for at least 10s, at whatever speed the service responds. Let the thread groups of"
                                + " the plan loop forever; Poolfit ends the load when it has measured.");
        assertThat(ends(new LoadEnd(LoadEnd.Cause.REQUESTS, 1, Optional.empty())))
                .contains("after 1 request, but");
        assertThat(ends(LoadEnd.after(Duration.ofSeconds(9)))).contains("ends by itself after 9s, but");
        assertThat(ends(LoadEnd.after(Duration.ofSeconds(10)))).contains("pays for 29");
    }

    private static String ends(LoadEnd end) {
        return Language.EN.text(new BudgetEstimate(STEADY, Duration.ofMinutes(5), Optional.of(end)).said());
    }

    @Test
    void what_to_do_about_a_load_that_ends_depends_on_its_tool() {
        var script = new Script.K6(Path.of("shop.js"), "k6", Map.of(), List.of());
        Load load = Load.of(script, new Load.Scripted(), Set.of());
        var iterations = new LoadEnd(LoadEnd.Cause.ITERATIONS, 1, Optional.empty());

        assertThat(Language.EN.text(new BudgetEstimate(load, Duration.ofMinutes(5), Optional.of(iterations)).said()))
                .contains("after 1 iteration,", "Give the script a duration in place of iterations", "load.users");
        assertThat(Language.EN.text(new BudgetEstimate(
                                load, Duration.ofMinutes(5), Optional.of(LoadEnd.after(Duration.ofSeconds(1))))
                        .said()))
                .contains("Let the script run for longer", "load.users");
    }

    @Test
    void a_shortfall_names_the_figures_and_what_to_do() {
        assertThat(shortfall(STAGED, "4m"))
                .startsWith(
                        "must be at least 5m for this load, but is 4m: this load reaches its busiest stage after 1m 50s; ")
                .endsWith(", and a verdict needs 4; give --budget 5m or more, or shorten load.stages");
        assertThat(shortfall(STEADY, "20s"))
                .isEqualTo(
                        "must be at least 40s for this load, but is 20s: one trial of this load takes at least 7s; after"
                                + " 3s of warm-up, the budget of 20s pays for 2, and a verdict needs 4; give --budget 40s or more");
        assertThat(shortfall(ramp(120), "5m"))
                .isEqualTo("must be at least 6m for this load, but is 5m: one ramp of this load takes at most 2m; the"
                        + " budget of 5m pays for 2, and a verdict needs 3; give --budget 6m or more, or shorten"
                        + " load.ramp-until.over");
    }

    @Test
    void the_budget_that_a_shortfall_proposes_is_enough() {
        for (Load load : Arrays.asList(STAGED, STEADY, ramp(10), ramp(100), load(stages(1)), load(stages(9, 1)))) {
            String words = Language.EN.text(estimate(load, "10s").shortfall());
            String proposed = words.replaceAll("must be at least (.+?) for this.*", "$1");
            Duration sum = Arrays.stream(proposed.split("(?<=[a-z]) "))
                    .map(Durations::parse)
                    .reduce(Duration.ZERO, Duration::plus);
            assertThat(new BudgetEstimate(load, sum).enough()).as(words).isTrue();
        }
    }
}
