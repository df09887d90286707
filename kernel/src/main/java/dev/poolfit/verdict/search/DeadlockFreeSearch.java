package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.PoolLocking;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.OutOfReach;
import java.time.Duration;
import java.util.List;

/** A search of {@link PoolLocking#bounded} settings, whose conclusion says so; where each of them can stand still, none is recommended. */
public final class DeadlockFreeSearch implements Search {
    private final Search search;
    private final PoolLocking locking;

    /** @param search of the bounded problem */
    public DeadlockFreeSearch(Search search, PoolLocking locking) {
        this.search = search;
        this.locking = locking;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        Decision decision = search.next(trials, left);
        if (!(decision instanceof Conclusion conclusion)) {
            return decision;
        }
        boolean forbidden = conclusion.outcome() == Conclusion.Outcome.RECOMMENDED
                && conclusion
                        .recommended()
                        .filter(each -> locking.forbids(each.settings()))
                        .isPresent();
        return locking.unavoidable() || forbidden
                ? conclusion.outOfReach(new OutOfReach.MayDeadlock(locking.nested()))
                : conclusion.with(new NotSmaller.MayDeadlock(locking.nested(), locking.threads(), locking.smallest()));
    }
}
