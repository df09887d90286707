package dev.poolfit.verdict.knob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.testing.TrialBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Idle connections, spare threads and the rest, while pool and threads are searched. */
class OtherKnobsTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 100);
    private static final Settings IDLE_8 = Settings.of(Knob.MINIMUM_IDLE, 8);
    private static final Settings IDLE_4 = Settings.of(Knob.MINIMUM_IDLE, 4);

    private static OtherKnobs first(Settings found) {
        return OtherKnobs.first(new SearchSpace(Map.of(), Map.of(Knob.MINIMUM_IDLE, List.of(IDLE_8, IDLE_4))), found);
    }

    @Test
    void a_knob_begins_as_found_where_that_is_compared_and_else_with_its_first_value() {
        assertThat(first(FOUND.with(IDLE_4)).values()).isEqualTo(IDLE_4);
        assertThat(first(FOUND.with(Knob.MINIMUM_IDLE, 5)).values()).isEqualTo(IDLE_8);
        assertThat(first(FOUND).values()).isEqualTo(IDLE_8);
        assertThat(OtherKnobs.first(new SearchSpace(Map.of()), FOUND).values()).isEqualTo(Settings.NONE);
    }

    @Test
    void no_more_idle_connections_than_the_pool_and_no_more_spare_threads_than_threads_are_applied() {
        OtherKnobs knobs = new OtherKnobs(IDLE_8.with(Knob.MIN_SPARE, 50).with(Knob.ACCEPT_COUNT, 500));
        assertThat(knobs.at(Settings.ofPoolAndThreads(5, 20)))
                .isEqualTo(Settings.ofPoolAndThreads(5, 20)
                        .with(Knob.MINIMUM_IDLE, 5)
                        .with(Knob.MIN_SPARE, 20)
                        .with(Knob.ACCEPT_COUNT, 500));
        assertThat(knobs.at(FOUND)).isEqualTo(FOUND.with(knobs.values()));
    }

    @Test
    void what_they_stand_at_takes_the_place_of_what_the_settings_had() {
        assertThat(new OtherKnobs(IDLE_4).at(FOUND.with(IDLE_8))).isEqualTo(FOUND.with(IDLE_4));
        assertThat(new OtherKnobs(IDLE_8).with(IDLE_4).values()).isEqualTo(IDLE_4);
        assertThat(OtherKnobs.core(FOUND.with(IDLE_8))).isEqualTo(FOUND);
    }

    @Test
    void a_plan_is_for_pool_and_threads_with_them() {
        TrialPlan plan = TrialPlan.single(Role.SEARCH, FOUND, Duration.ofSeconds(5));
        assertThat(new OtherKnobs(IDLE_4).at(plan).trials())
                .singleElement()
                .satisfies(each -> assertThat(each.settings()).isEqualTo(FOUND.with(IDLE_4)));
    }

    private static Trial trial(int number, Role role, Settings settings) {
        return TrialBuilder.trial(number).role(role).at(settings).build();
    }

    @Test
    void a_search_of_pool_and_threads_sees_the_trials_with_them_alone_and_without_them() {
        List<Trial> seen = new OtherKnobs(IDLE_4)
                .of(
                        List.of(
                                trial(1, Role.BASELINE, FOUND.with(IDLE_4)),
                                trial(2, Role.COMPARE, FOUND.with(IDLE_8)),
                                trial(3, Role.COMPARE, FOUND.with(IDLE_4)),
                                trial(
                                        4,
                                        Role.SEARCH,
                                        Settings.ofPoolAndThreads(2, 100).with(Knob.MINIMUM_IDLE, 2))),
                        FOUND);
        assertThat(seen).extracting(Trial::number).containsExactly(1, 3, 4);
        assertThat(seen).extracting(Trial::role).containsExactly(Role.BASELINE, Role.CONFIRM, Role.SEARCH);
        assertThat(seen).extracting(Trial::settings).containsExactly(FOUND, FOUND, Settings.ofPoolAndThreads(2, 100));
    }

    @Test
    void it_begins_with_a_baseline_where_these_values_had_none() {
        List<Trial> seen = new OtherKnobs(IDLE_4)
                .of(
                        List.of(
                                trial(1, Role.BASELINE, FOUND.with(IDLE_8)),
                                trial(
                                        2,
                                        Role.COMPARE,
                                        Settings.ofPoolAndThreads(20, 100).with(IDLE_4)),
                                trial(3, Role.COMPARE, FOUND.with(IDLE_4))),
                        FOUND);
        assertThat(seen).extracting(Trial::role).containsExactly(Role.CONFIRM, Role.BASELINE);
    }
}
