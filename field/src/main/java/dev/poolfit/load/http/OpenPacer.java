package dev.poolfit.load.http;

import dev.poolfit.load.FailureCause;
import io.vertx.core.Handler;
import org.jspecify.annotations.Nullable;

/** Starts requests when they are due, whatever the responses do. */
final class OpenPacer implements Pacer {
    private static final int BATCH = 64;
    private static final long FINEST_NANOS = 100_000;

    private final Loop loop;
    private final ArrivalTimes arrivals;
    private final int mostInFlight;
    private final Handler<Void> onDue = this::onDue;
    private @Nullable Starter starter;
    private long start;
    private long intended;
    private boolean over;
    private boolean held;
    private long heldSince;
    private boolean timed;

    /** @param mostInFlight beyond it a request that is due counts as failed */
    OpenPacer(Loop loop, ArrivalTimes arrivals, int mostInFlight) {
        this.loop = loop;
        this.mostInFlight = mostInFlight;
        this.arrivals = arrivals;
    }

    @Override
    public void begin(long now, Starter with) {
        starter = with;
        start = now;
        startDue();
    }

    private void onDue(Void nothing) {
        timed = false;
        startDue();
    }

    private void startDue() {
        if (over || held || starter == null) {
            return;
        }
        long now = loop.now();
        for (int started = 0; started < BATCH && dueAt(intended) <= now; started++) {
            if (starter.inFlight() >= mostInFlight) {
                skipDue(starter, now);
                break;
            }
            starter.start(0, dueAt(intended++));
        }
        if (dueAt(intended) == Long.MAX_VALUE) {
            over = true;
        } else if (dueAt(intended) <= now) {
            timed = true;
            loop.next(onDue);
        } else {
            timed = true;
            loop.at(Math.max(dueAt(intended), now + FINEST_NANOS), onDue);
        }
    }

    /** Passes over all that is due; the intended one is due, whatever a rounding of the arrivals says. */
    private void skipDue(Starter from, long now) {
        long upTo = Math.max(intended + 1, arrivals.dueBy(now - start));
        from.notStarted(upTo - intended, FailureCause.notStarted(mostInFlight));
        intended = upTo;
    }

    private long dueAt(long request) {
        long after = arrivals.dueAfter(request);
        return after == Long.MAX_VALUE ? after : start + after;
    }

    @Override
    public void ended(int user, boolean disconnected) {}

    @Override
    public void tick(long now) {}

    @Override
    public void hold(boolean asked, long now) {
        if (asked && !held) {
            heldSince = now;
        } else if (!asked && held) {
            start += now - heldSince;
        }
        held = asked;
        if (!timed) {
            startDue();
        }
    }

    @Override
    public void stop() {
        over = true;
    }

    @Override
    public boolean over() {
        return over;
    }

    @Override
    public double users() {
        return starter == null ? 0 : starter.inFlight();
    }
}
