package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Findings are told in the order in which to act. */
class FindingOrderTest {
    private static Finding finding(String rule, Severity severity) {
        return new Finding(rule, severity, Map.of(), Message.verbatim(rule));
    }

    private static final List<Finding> IN_ORDER = List.of(
            finding("service-ended", Severity.WARNING),
            finding("held-by-sleep", Severity.BLOCKING),
            finding("database-bound", Severity.WARNING),
            finding("leak", Severity.WARNING),
            finding("nested-connections", Severity.WARNING),
            finding("health-check", Severity.WARNING),
            finding("pool-large", Severity.INFO));

    @Test
    void each_place_comes_after_the_one_before() {
        List<Finding> reversed = new ArrayList<>(IN_ORDER);
        Collections.reverse(reversed);

        assertThat(FindingOrder.of(reversed)).isEqualTo(IN_ORDER);
    }

    @Test
    void findings_of_one_place_stay_as_their_finder_put_them() {
        Finding leak = finding("leak", Severity.WARNING);
        Finding query = finding("held-by-database", Severity.WARNING);

        assertThat(FindingOrder.of(List.of(leak, query))).containsExactly(leak, query);
        assertThat(FindingOrder.of(List.of(query, leak))).containsExactly(query, leak);
    }
}
