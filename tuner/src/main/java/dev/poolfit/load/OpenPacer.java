package dev.poolfit.load;

import dev.poolfit.units.Rate;
import io.vertx.core.Handler;
import org.jspecify.annotations.Nullable;

/** Starts requests at a constant rate, whatever the responses do. */
final class OpenPacer implements Pacer {
    private static final int BATCH = 64;
    private static final long FINEST_NANOS = 100_000;

    private final Loop loop;
    private final double perNano;
    private final int mostInFlight;
    private final Handler<Void> onDue = nothing -> startDue();
    private @Nullable Starter starter;
    private long start;
    private long intended;
    private boolean over;

    /** @param mostInFlight beyond it a request that is due counts as failed */
    OpenPacer(Loop loop, Rate rate, int mostInFlight) {
        this.loop = loop;
        this.mostInFlight = mostInFlight;
        perNano = rate.perSecond() / 1e9;
    }

    @Override
    public void begin(long now, Starter with) {
        starter = with;
        start = now;
        startDue();
    }

    private void startDue() {
        if (over || starter == null) {
            return;
        }
        long now = System.nanoTime();
        for (int started = 0; started < BATCH && dueAt(intended) <= now; started++) {
            if (starter.inFlight() >= mostInFlight) {
                skipDue(starter, now);
                break;
            }
            starter.start(0, dueAt(intended++));
        }
        if (dueAt(intended) <= now) {
            loop.next(onDue);
        } else {
            loop.at(Math.max(dueAt(intended), now + FINEST_NANOS), onDue);
        }
    }

    private void skipDue(Starter from, long now) {
        long upTo = Math.max(intended, (long) Math.floor((now - start) * perNano) + 1);
        from.notStarted(upTo - intended, FailureCause.notStarted(mostInFlight));
        intended = upTo;
    }

    private long dueAt(long request) {
        return start + (long) (request / perNano);
    }

    @Override
    public void ended(int user, boolean disconnected) {}

    @Override
    public void tick(long now) {}

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
