package dev.poolfit.verdict.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.ModelRemark;
import dev.poolfit.verdict.search.BracketingSearch;
import dev.poolfit.verdict.search.Questions;
import dev.poolfit.verdict.search.SimulatedService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** At least 125/s are wanted; each connection gives 10/s, and the model predicted 13 of them in advance, or did not. */
class ForecastsTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);
    private static final SearchProblem PROBLEM = Questions.pools(125, BUDGET);

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private static List<Trial> trials(double predicted) {
        var trials = new ArrayList<Trial>();
        for (int pool : new int[] {10, 12, 12, 13, 13}) {
            Trial trial = new SimulatedService(60, 0.1, 1000, 0)
                    .run(
                            new PlannedTrial(
                                    trials.isEmpty() ? Role.BASELINE : Role.CONFIRM, pool(pool), Duration.ofSeconds(8)),
                            trials.size() + 1,
                            new Random(1));
            trials.add(
                    pool == 13 && predicted > 0
                            ? TrialBuilder.like(trial).expecting(predicted).build()
                            : trial);
        }
        return trials;
    }

    private static Conclusion told(double predicted, boolean explains) {
        List<Trial> trials = trials(predicted);
        TrialFit fit = Questions.fitted(PROBLEM, trials).orElseThrow();
        Conclusion said = (Conclusion) new BracketingSearch(PROBLEM).next(trials, Duration.ZERO);
        return new Forecasts(PROBLEM, fit, new Candidates(PROBLEM, fit)).decided(said, explains, trials);
    }

    private static Forecast forecast(Conclusion said) {
        return said.grounds().forecast().orElseThrow();
    }

    @Test
    void a_model_that_predicted_within_the_margin_says_what_limits_the_answer() {
        Conclusion said = told(133, true);
        assertThat(said.reasons()).noneMatch(ModelRemark.class::isInstance);
        assertThat(forecast(said).explains()).isTrue();
        assertThat(forecast(said).statement().key()).isEqualTo("forecast.limited");
        assertThat(forecast(said).advance()).hasSize(1);
    }

    @Test
    void one_that_missed_by_more_decides_nothing() {
        Conclusion said = told(135, true);
        assertThat(said.reasons()).hasAtLeastOneElementOfType(ModelRemark.Missed.class);
        assertThat(forecast(said).explains()).isFalse();
        assertThat(forecast(said).statement().key()).isEqualTo("forecast.missed");
    }

    @Test
    void one_that_predicted_nothing_is_unproven() {
        Conclusion said = told(0, true);
        assertThat(said.reasons()).contains(new ModelRemark.Unproven());
        assertThat(forecast(said).explains()).isFalse();
        assertThat(forecast(said).statement().key()).isEqualTo("forecast.fits");
        assertThat(forecast(said).advance()).isEmpty();
    }

    @Test
    void one_that_does_not_explain_the_trials_is_told_as_such() {
        Conclusion said = told(133, false);
        assertThat(said.reasons()).contains(new ModelRemark.WithoutModel());
        assertThat(forecast(said).explains()).isFalse();
        assertThat(forecast(said).statement().key()).isEqualTo("forecast.unlike");
    }
}
