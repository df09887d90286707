package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.forecast.ExpectedLoss;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * One trial on a machine whose cores are all busy: whether the hold computes or waits cannot be told from it, so both stay
 * possible, and the smallest pool that may be enough is looked at next. The figures are those of a service with 5.7 ms of CPU
 * a request on two cores that database, service and load share.
 */
class SaturatedCoresTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final Duration BUDGET = Duration.ofMinutes(3);
    private static final Assumptions ONE_MACHINE = EvidenceBuilder.cores(2, 2, true);

    private static SearchProblem problem() {
        var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 50), Knob.THREADS, new IntRange(4, 200)));
        return Questions.of(space, Goal.HIGHEST, new Workload.Closed(100, 0.1), FOUND, BUDGET, 1);
    }

    /** @param busy cores of the machine */
    private static Trial seen(int number, Role role, Settings settings, double rate, double busy) {
        return seen(number, role, settings, rate, busy, 0);
    }

    /**
     * @param busy cores that service, database and load use
     * @param others cores that other programs use
     */
    private static Trial seen(int number, Role role, Settings settings, double rate, double busy, double others) {
        double response = 1000 * (100 / rate - 0.1);
        int pool = settings.pool().orElseThrow();
        int threads = settings.threads().orElseThrow();
        double inService = rate * response / 1000;
        var read = new EnumMap<Metric, Double>(Metric.class);
        read.put(Metric.USERS, 100.0);
        read.put(Metric.POOL_ACTIVE, (double) pool);
        read.put(Metric.POOL_PENDING, Math.min(threads, inService) - pool);
        read.put(Metric.THREADS_BUSY, Math.min(threads, inService));
        read.put(Metric.SERVICE_CPU, 0.12 * busy);
        read.put(Metric.DATABASE_CPU, 0.85 * busy);
        read.put(Metric.TUNER_CPU, 0.025 * busy);
        read.put(Metric.HOST_CPU, busy + others);
        read.put(Metric.HOST_CORES, 2.0);
        read.put(Metric.OTHER_CPU, 0.005 * busy + others);
        return TrialBuilder.trial(number)
                .role(role)
                .at(settings)
                .lasting(2, 5)
                .rate(rate)
                .responseMs(response)
                .p99Ms(2 * response, 0.1 * response)
                .read(read)
                .build();
    }

    private static ExpectedLoss expectedLoss(List<Trial> trials) {
        TrialFit fit = TrialFit.of(trials, problem().load(), ONE_MACHINE, 1).orElseThrow();
        Target target = Target.of(problem().goal(), problem().load());
        return new Candidates(problem(), fit)
                .expectedLoss(target, SettingStatistics.of(trials, target))
                .orElseThrow();
    }

    private static TryNext next(List<Trial> trials) {
        var search = new SwitchingSearch(problem(), ONE_MACHINE, new ModelGuidedSearch(problem(), ONE_MACHINE));
        return (TryNext) search.next(trials, Duration.ofSeconds(100));
    }

    @Test
    void one_trial_leaves_small_and_large_pools_possible() {
        ExpectedLoss loss = expectedLoss(List.of(seen(1, Role.BASELINE, FOUND, 349, 2)));

        assertThat(loss.smallestPool(0.1)).isLessThanOrEqualTo(4);
        assertThat(loss.smallestPool(0.9)).isGreaterThanOrEqualTo(6);
    }

    @Test
    void with_idle_cores_a_full_pool_is_the_limit() {
        ExpectedLoss loss = expectedLoss(List.of(seen(1, Role.BASELINE, FOUND, 174, 1)));

        assertThat(loss.smallestPool(0.1)).isGreaterThan(10);
    }

    /** Half the rate with half the cores: the CPU may be the limit as it is with all of them. */
    @Test
    void cores_that_other_programs_take_may_be_missing() {
        List<Trial> shown = List.of(
                seen(1, Role.BASELINE, FOUND, 174, 1, 1),
                seen(2, Role.SEARCH, FOUND.with(Knob.POOL, 20), 174, 1, 1),
                seen(3, Role.SEARCH, FOUND.with(Knob.POOL, 2), 172, 1, 1));
        Fit fit = TrialFit.of(shown, problem().load(), ONE_MACHINE, 1)
                .orElseThrow()
                .fit();
        assertThat(fit.parameters())
                .filteredOn(each -> each.key() == Parameter.Key.SERVICE_CORES)
                .singleElement()
                .satisfies(cores -> assertThat(cores.value().mean()).isBetween(1.0, 1.2));
        assertThat(fit.warnings()).extracting(Message::key).contains("fit.cores-left");
    }

    /** A service that waits leaves its cores to others, and has them when it wants them. */
    @Test
    void cores_that_other_programs_take_may_have_been_left_to_them() {
        assertThat(expectedLoss(List.of(seen(1, Role.BASELINE, FOUND, 174, 0.5, 1.5)))
                        .smallestPool(0.9))
                .isGreaterThan(10);
    }

    @Test
    void the_smallest_pool_that_may_be_enough_is_looked_at_once_and_tells_where_the_answer_is() {
        var trials = new ArrayList<>(List.of(seen(1, Role.BASELINE, FOUND, 349, 2)));

        TryNext look = next(trials);
        assertThat(look.plan().switching()).isEmpty();
        PlannedTrial scout = look.plan().trials().get(0);
        assertThat(scout.role()).isEqualTo(Role.SEARCH);
        assertThat(scout.settings().pool().orElseThrow()).isBetween(2, 4);

        // Each connection takes 6 ms of CPU and nothing else.
        double most = Math.min(349, 165.0 * scout.settings().pool().orElseThrow());
        trials.add(seen(2, Role.SEARCH, scout.settings(), most, 2 * most / 349));
        TryNext compared = next(trials);
        assertThat(compared.plan().switching()).isPresent();
        assertThat(compared.plan().trials())
                .extracting(each -> each.settings().pool().orElseThrow())
                .anyMatch(pool -> pool >= 2 && pool <= 5);
        assertThat(expectedLoss(trials).smallestPool(0.9)).isLessThanOrEqualTo(5);
        // What the model expects is kept with the trials before they are measured.
        assertThat(compared.plan().trials())
                .allSatisfy(each -> assertThat(each.predicted().orElseThrow()).isBetween(100.0, 400.0));
    }
}
