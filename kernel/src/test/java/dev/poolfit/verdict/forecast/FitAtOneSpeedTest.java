package dev.poolfit.verdict.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.forecast.FitAtOneSpeed.Fitted;
import dev.poolfit.verdict.search.Questions;
import dev.poolfit.verdict.search.SimulatedService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each connection gives 10/s, and 20/s once the service is twice as fast. */
class FitAtOneSpeedTest {
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, Duration.ofMinutes(5));
    private static final SimulatedService SERVICE = new SimulatedService(60, 0.1, 10_000, 0);
    private static final SimulatedService TWICE = new SimulatedService(60, 0.05, 10_000, 0);
    private static final SimulatedService SPOILT = new SimulatedService(60, 0.2, 10_000, 0);

    private final List<Trial> trials = new ArrayList<>();

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private void ran(SimulatedService service, int pool) {
        trials.add(service.run(
                new PlannedTrial(Role.CONFIRM, pool(pool), Duration.ofSeconds(5)), trials.size() + 1, new Random(1)));
    }

    private void under(SimulatedService service, int... pools) {
        int load = trials.size() + 1;
        for (int pool : pools) {
            ran(service, pool);
            Trial last = trials.remove(trials.size() - 1);
            trials.add(TrialBuilder.like(last)
                    .periods(load, Collections.nCopies(4, last.throughput().mean()))
                    .build());
        }
    }

    private FitAtOneSpeed fit() {
        return new FitAtOneSpeed(PROBLEM, EvidenceBuilder.cores(2, 2, false), trials);
    }

    private static double expectedAt(int pool, Fitted fitted) {
        TrialFit fit = fitted.fit().orElseThrow();
        return fit.surface(new int[] {pool}, new int[] {200}).expected().throughput()[0][0];
    }

    @Test
    void without_trials_there_is_no_fit() {
        assertThat(fit().latest()).isEqualTo(new Fitted(Optional.empty(), false));
    }

    @Test
    void the_latest_fit_is_at_the_speed_of_the_last_load() {
        under(SERVICE, 4, 8);
        under(TWICE, 4, 8);
        assertThat(expectedAt(8, fit().latest())).isBetween(150.0, 170.0);
    }

    @Test
    void a_fit_for_some_settings_is_at_the_speed_of_the_last_load_that_had_them() {
        under(SERVICE, 4, 8);
        under(TWICE, 4, 12);
        assertThat(expectedAt(8, fit().of(Optional.of(pool(8))))).isBetween(75.0, 85.0);
        assertThat(expectedAt(8, fit().of(Optional.of(pool(12))))).isBetween(150.0, 170.0);
    }

    @Test
    void initial_settings_that_alone_are_not_explained_are_left_out() {
        ran(SPOILT, 10);
        ran(SPOILT, 10);
        for (int pool : new int[] {4, 8, 12, 16}) {
            ran(SERVICE, pool);
            ran(SERVICE, pool);
        }
        Fitted fitted = fit().latest();
        assertThat(fitted.withoutInitial()).isTrue();
        assertThat(fitted.fit().orElseThrow().settings())
                .containsExactlyInAnyOrder(pool(4), pool(8), pool(12), pool(16));
        assertThat(expectedAt(8, fitted)).isBetween(75.0, 85.0);
    }

    @Test
    void they_stay_where_the_model_explains_them() {
        for (int pool : new int[] {10, 4, 8, 12}) {
            ran(SERVICE, pool);
            ran(SERVICE, pool);
        }
        assertThat(fit().latest().withoutInitial()).isFalse();
        assertThat(fit().latest().fit().orElseThrow().settings()).contains(pool(10));
    }
}
