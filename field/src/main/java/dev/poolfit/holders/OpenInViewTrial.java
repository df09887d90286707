package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Map;

/** Compares a service without open-in-view with the same service with it. */
public final class OpenInViewTrial {
    private static final double MANY_FAIL = 0.01;

    private OpenInViewTrial() {}

    /**
     * Returns the finding.
     *
     * @param failed the share of its requests that failed then, from 0 to 1: views that load lazily do
     */
    public static Finding of(HoldReport with, HoldReport without, double failed) {
        double before = eachMs(with);
        double after = eachMs(without);
        return new Finding(
                HoldRule.TRIED_WITHOUT_OPEN_IN_VIEW,
                Severity.INFO,
                Map.of("holdMs", before, "holdMsWithout", after, "failed", failed),
                failed > MANY_FAIL
                        ? Message.of("holders.tried-failed", Quantity.aboutShare(failed))
                        : Message.of("holders.tried", Quantity.time(before), Quantity.time(after)));
    }

    private static double eachMs(HoldReport report) {
        return 1e3 * report.heldSeconds() / Math.max(1, report.borrows());
    }
}
