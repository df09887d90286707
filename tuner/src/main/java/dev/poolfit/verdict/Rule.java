package dev.poolfit.verdict;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What evidence can show beside the setting, in the order in which findings of one severity are read. */
enum Rule {
    DATABASE_BOUND(new BusyProcessor(BusyProcessor.Side.DATABASE)::judge),
    SERVICE_BOUND(new BusyProcessor(BusyProcessor.Side.SERVICE)::judge),
    HOLD_BOUND(HeldConnections::judge),
    LOAD_BOUND(IdleService::judge),
    CLOSED_LAW(ClosedLaw::judge),
    TWO_STATES(TwoStates::judge),
    OSIV(OpenInView::judge),
    LOCK_WAIT(Crowding::lockWait),
    COHERENCE(Crowding::coherence),
    NESTED_CONNECTIONS(NestedConnections::judge),
    BARGING(Barging::judge),
    STATEMENTS(Statements::judge);

    private final Function<Case, Optional<Finding>> judgement;

    Rule(Function<Case, Optional<Finding>> judgement) {
        this.judgement = judgement;
    }

    /** The name in results, such as {@code hold-bound}. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The finding, where the evidence shows it beyond its noise; none where a probe that it needs was not read. */
    Optional<Finding> judge(Case evidence) {
        return judgement.apply(evidence);
    }
}
