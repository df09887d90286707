package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.report.Language;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A health check is told where it waits for a connection longer than a probe waits for its answer, behind the cause. */
class HealthChecksTest {
    private static final Stack SLEEP = new Stack(List.of("com.example.Feed.fetch:42"), HoldKind.SLEEP, true);

    private static EndpointHolds endpoint(String name, long borrows, double waited, double seconds, List<Use> uses) {
        var waits = new Times(waited, waited, waited, waited);
        return new EndpointHolds(
                name,
                borrows,
                borrows,
                borrows,
                0,
                0,
                waits,
                new Times(1, 1, 1, 1),
                seconds,
                seconds > 1 ? 1 : 0,
                0,
                0,
                0,
                Map.of(),
                uses,
                10_000,
                List.of());
    }

    private static List<Finding> told(String health, double waited) {
        return verdict(health, waited, 30).findings();
    }

    /** @param waiting seconds of 30 in which threads wait */
    private static HoldVerdict verdict(String health, double waited, int waiting) {
        var moments = new ArrayList<>(Collections.nCopies(waiting, new HoldReport.Moment(9, 40)));
        moments.addAll(Collections.nCopies(30 - waiting, new HoldReport.Moment(9, 0)));
        return HoldVerdict.of(
                new HoldReport(
                        "main",
                        9,
                        30,
                        List.of(
                                endpoint("GET /items", 1_000, 500, 58, List.of(new Use(SLEEP, 1))),
                                endpoint(health, 3, waited, 0.003, List.of())),
                        8.9,
                        moments,
                        List.of(),
                        0,
                        0.01,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of()),
                Surroundings.UNKNOWN);
    }

    @Test
    void one_that_waited_is_never_the_verdict() {
        HoldVerdict verdict = verdict("GET /actuator/health", 1_400, 2);

        assertThat(Language.EN.text(verdict.answer())).startsWith("Nearly all connections are in use");
        assertThat(verdict.findings()).extracting(Finding::rule).containsExactly("held-by-sleep", "health-check");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /actuator/health, 1400",
        "GET /actuator/health/**, 1000",
        "GET /healthz, 1000",
        "GET /health/liveness, 1000"
    })
    void one_that_waits_too_long(String health, double waited) {
        List<Finding> told = told(health, waited);

        assertThat(told).extracting(Finding::rule).containsExactly("held-by-sleep", "health-check");
        String text = Language.EN.text(told.get(1).advice());
        assertThat(text).startsWith(health + " needs a connection of this pool, and waited for one for up to 1.");
        assertThat(Language.KO.text(told.get(1).advice())).contains("(" + health + ")", "liveness");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /actuator/health, 999",
        "GET /healthy/food, 2000",
        "GET /health-plans, 2000",
        "GET /pets/{id}/health, 2000",
        "GET /health/claims, 2000"
    })
    void one_that_is_quick_and_what_only_sounds_alike(String route, double waited) {
        assertThat(told(route, waited)).extracting(Finding::rule).containsExactly("held-by-sleep");
    }

    @Test
    void nothing_is_told_of_a_service_without_one() {
        assertThat(told("GET /shop", 5_000)).extracting(Finding::rule).containsExactly("held-by-sleep");
    }
}
