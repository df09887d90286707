package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds health checks that wait for a connection: the platform takes the service for ill while the pool is dry, and starts it again.
 */
final class HealthChecks {
    /** Milliseconds that Kubernetes waits for a probe's answer by default (timeoutSeconds: 1, its reference of probes). */
    private static final double PATIENCE = 1_000;

    private static final Pattern HEALTH = Pattern.compile(
            "[A-Z]+ (/actuator|/manage|/management)?/(health|healthz|livez|readyz)(/(liveness|readiness|\\*\\*|\\{[^/]*}))?");

    private HealthChecks() {}

    /** @param scarce whether threads often wait for connections; else it waited as others rarely do */
    static Optional<Finding> of(HoldReport report, boolean scarce) {
        return report.endpoints().stream()
                .filter(each -> HEALTH.matcher(each.name()).matches())
                .filter(each -> each.waits().most() >= PATIENCE)
                .max(Comparator.comparingDouble(each -> each.waits().most()))
                .map(each -> new Finding(
                        HoldRule.HEALTH_CHECK,
                        scarce ? Severity.WARNING : Severity.INFO,
                        Map.of("waitedMs", each.waits().most()),
                        Message.of(
                                "holders.health-check",
                                each.name(),
                                Quantity.time(each.waits().most()))));
    }
}
