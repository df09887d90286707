package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Optional;

/** Collections of garbage stop the service for a tenth of the time and more: holds are longer by that, whatever the pool is. */
final class GarbageRule {
    private static final double MUCH = 0.1;

    private GarbageRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        Optional<Interval> share = evidence.here(Indicator.GARBAGE_SHARE);
        return share.filter(each -> each.low() >= MUCH)
                .map(each -> FindingBuilder.at(evidence, evidence.here())
                        .figures(Indicator.GARBAGE_SHARE)
                        .finding(
                                DiagnosisRule.GARBAGE,
                                Severity.WARNING,
                                Message.of("holders.garbage", Quantity.aboutShare(Math.min(1, each.mean())))));
    }
}
