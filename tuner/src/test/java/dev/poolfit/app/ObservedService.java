package dev.poolfit.app;

import dev.poolfit.experiment.Service;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import java.util.Optional;

/** A service of a process that is only looked at. */
final class ObservedService {
    private ObservedService() {}

    /** Attaches to it until the stack is unwound. */
    static RunningService attach(long pid, UndoStack undo) {
        var target = new Service(
                new Service.AttachPid(pid), Optional.empty(), Patience.LIMIT, Optional.empty(), Optional.empty());
        return undo.push(
                "let go of the service",
                new ServiceOpener(RealClock.NANOSECONDS).open(ServiceRequest.toObserve(target, Optional.empty())));
    }
}
