package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import java.util.Optional;
import java.util.function.Function;

/** The rules, in the order in which findings of one severity are read. */
enum DiagnosisRule implements Finding.Rule {
    DATABASE_BOUND(new CpuBoundRule(CpuBoundRule.Side.DATABASE)::judge),
    SERVICE_BOUND(new CpuBoundRule(CpuBoundRule.Side.SERVICE)::judge),
    GARBAGE(GarbageRule::judge),
    HOLD_BOUND(HoldBoundRule::judge),
    LOAD_BOUND(LoadBoundRule::judge),
    CLOSED_LAW(InteractiveLawRule::judge),
    TWO_STATES(TwoStatesRule::judge),
    OSIV(OpenInViewRule::judge),
    LOCK_WAIT(ContentionRule::lockWait),
    COHERENCE(ContentionRule::coherence),
    NESTED_CONNECTIONS(NestedConnectionsRule::judge),
    BARGING(BargingRule::judge),
    STATEMENTS(StatementsRule::judge),
    GROUP_COMMIT(GroupCommitRule::judge);

    private final Function<DiagnosisContext, Optional<Finding>> judgement;

    DiagnosisRule(Function<DiagnosisContext, Optional<Finding>> judgement) {
        this.judgement = judgement;
    }

    /** Returns the finding, where the evidence shows it beyond its noise; none where a probe that it needs was not read. */
    Optional<Finding> judge(DiagnosisContext evidence) {
        return judgement.apply(evidence);
    }
}
