package dev.poolfit.load;

import io.vertx.core.http.HttpClientAgent;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A load under way on the event loop; its state is the loop's, but for what the interface reads. */
final class VertxLoadRun implements LoadRun, Pacer.Starter, Lane.Owner {
    private static final long SECOND = 1_000_000_000;
    private static final long TICK = 10_000_000;
    private static final long CLOSE_SECONDS = 5;

    private final Loop loop;
    private final HttpClientAgent client;
    private final RequestDeck deck;
    private final Pacer pacer;
    private final Deadlines deadlines;
    private final SecondReports seconds;
    private final SecondCounter counter = new SecondCounter();
    private final CountDownLatch drained = new CountDownLatch(1);
    private final CountDownLatch dropped = new CountDownLatch(1);
    private @Nullable SelfMeter meter;
    private long nextSecond;
    private boolean stopping;
    private boolean closed;
    private volatile boolean ended;
    private volatile long inFlight;
    private final AtomicBoolean stopped = new AtomicBoolean();

    VertxLoadRun(
            Loop loop, HttpClientAgent client, RequestDeck deck, Pacer pacer, Duration timeout, SecondReports seconds) {
        this.loop = loop;
        this.client = client;
        this.deck = deck;
        this.pacer = pacer;
        this.seconds = seconds;
        deadlines = new Deadlines(timeout.toNanos());
    }

    void begin() {
        loop.next(nothing -> {
            meter = new SelfMeter();
            long now = System.nanoTime();
            nextSecond = now + SECOND;
            loop.at(nextSecond, this::turn);
            loop.at(now + TICK, this::tick);
            pacer.begin(now, this);
        });
    }

    @Override
    public void start(int user, long due) {
        long now = System.nanoTime();
        counter.started(due, now);
        setInFlight(inFlight + 1);
        PreparedRequest.Drawn drawn = deck.draw();
        Endpoint endpoint = drawn.kind().endpoint();
        Lane idle = endpoint.idle().pollFirst();
        Lane lane = idle == null ? new Lane(endpoint, client, this) : idle;
        deadlines.add(lane);
        lane.send(drawn, user, due, now);
    }

    @Override
    public void notStarted(long requests, String cause) {
        counter.notStarted(requests, cause);
    }

    @Override
    public void ended(Lane lane, @Nullable String failure, boolean reusable, boolean answered) {
        if (closed) {
            return;
        }
        setInFlight(inFlight - 1);
        deadlines.remove(lane);
        counter.ended(System.nanoTime() - lane.due(), failure);
        if (reusable) {
            lane.endpoint().idle().addFirst(lane);
        }
        if (stopping && inFlight == 0) {
            drained.countDown();
        }
        pacer.ended(lane.user(), failure != null && !answered);
    }

    private void tick(Void nothing) {
        if (closed) {
            return;
        }
        long now = System.nanoTime();
        for (Lane late = deadlines.overdue(now); late != null; late = deadlines.overdue(now)) {
            late.abandon(FailureCause.TIMEOUT);
        }
        pacer.tick(now);
        ended = pacer.over();
        loop.at(now + TICK, this::tick);
    }

    private void turn(Void nothing) {
        if (closed || meter == null) {
            return;
        }
        seconds.accept(counter.turn(pacer.users(), meter.read()));
        nextSecond += SECOND;
        loop.at(nextSecond, this::turn);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void setInFlight(long requests) {
        inFlight = requests;
    }

    @Override
    public void stop(Duration drain) {
        if (stopped.compareAndSet(false, true)) {
            ended = true;
            end(drain);
        } else if (!seconds.calledByReceiver()) {
            await(dropped, drain.plusSeconds(CLOSE_SECONDS));
        }
    }

    private void end(Duration drain) {
        loop.next(nothing -> {
            stopping = true;
            pacer.stop();
            if (inFlight == 0) {
                drained.countDown();
            }
        });
        boolean interrupted = !await(drained, drain);
        loop.next(nothing -> {
            closed = true;
            setInFlight(0);
            client.close().onComplete(done -> dropped.countDown());
        });
        interrupted |= !await(dropped, Duration.ofSeconds(CLOSE_SECONDS));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        seconds.finish();
    }

    /** Whether the wait was not interrupted. */
    private static boolean await(CountDownLatch latch, Duration limit) {
        try {
            latch.await(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException interrupted) {
            return false;
        }
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public long inFlight() {
        return inFlight;
    }

    boolean stopped() {
        return stopped.get();
    }
}
