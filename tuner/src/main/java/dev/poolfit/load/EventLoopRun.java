package dev.poolfit.load;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A load under way on a loop; its state is the loop's, but for what the interface reads. */
final class EventLoopRun implements LoadRun, Pacer.Starter, Lane.Owner {
    private static final long SECOND = 1_000_000_000;
    private static final long TICK = 10_000_000;
    private static final long CLOSE_SECONDS = 5;

    private final Loop loop;
    private final Lane.Network network;
    private final RequestDeck deck;
    private final Roster roster;
    private final @Nullable Login login;
    private final Pacer pacer;
    private final Deadlines deadlines;
    private final SecondReports seconds;
    private final SecondCounter counter = new SecondCounter();
    private final CountDownLatch drained = new CountDownLatch(1);
    private final CountDownLatch dropped = new CountDownLatch(1);
    private final Meter meter;
    private long nextSecond;
    private boolean pacing;
    private boolean stopping;
    private boolean closed;
    private volatile boolean ended;
    private volatile long inFlight;
    private final AtomicBoolean stopped = new AtomicBoolean();

    EventLoopRun(
            Loop loop,
            Lane.Network network,
            RequestDeck deck,
            Roster roster,
            Pacer pacer,
            Duration timeout,
            Meter meter,
            SecondReports seconds) {
        this.loop = loop;
        this.network = network;
        this.deck = deck;
        this.roster = roster;
        this.pacer = pacer;
        this.meter = meter;
        this.seconds = seconds;
        deadlines = new Deadlines(timeout.toNanos());
        PreparedRequest request = deck.login();
        login = request == null ? null : new Login(loop, roster, request, this::sendLogin);
    }

    void begin() {
        loop.next(nothing -> {
            meter.read();
            nextSecond = loop.now() + SECOND;
            loop.at(nextSecond, this::turn);
            if (login != null && roster.takesTurns()) {
                login.all(this::beginPacing);
            } else {
                beginPacing();
            }
            loop.at(loop.now() + TICK, this::tick);
        });
    }

    private void beginPacing() {
        pacing = true;
        pacer.begin(loop.now(), this);
    }

    @Override
    public void start(int user, long due) {
        Session session = roster.forRequest(user);
        if (session == null) {
            counter.notStarted(1, FailureCause.NOBODY);
        } else if (login != null && !session.admitted()) {
            login.one(session);
        } else {
            startAs(session, due);
        }
    }

    private void startAs(Session session, long due) {
        PreparedRequest.Drawn drawn = deck.draw(session);
        if (drawn == null) {
            counter.notStarted(1, FailureCause.NO_VALUE);
            pacer.ended(session.user(), true);
        } else {
            long now = loop.now();
            counter.started(due, now);
            send(drawn, session, due, now);
        }
    }

    private void sendLogin(PreparedRequest request, Session session) {
        if (closed || stopping) {
            return;
        }
        long now = loop.now();
        PreparedRequest.Drawn drawn = deck.draw(request, session);
        if (drawn == null) {
            counter.notStarted(1, FailureCause.login(FailureCause.NO_VALUE));
            loginEnded(session, FailureCause.NO_VALUE);
        } else {
            send(drawn, session, now, now);
        }
    }

    private void send(PreparedRequest.Drawn drawn, Session session, long due, long now) {
        setInFlight(inFlight + 1);
        Endpoint endpoint = drawn.kind().endpoint();
        Lane idle = endpoint.idle().pollFirst();
        Lane lane = idle == null ? network.lane(endpoint, this) : idle;
        deadlines.add(lane);
        lane.send(drawn, session, due, now);
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
        if (reusable) {
            lane.endpoint().idle().addFirst(lane);
        }
        if (login == null || !login.sent(lane)) {
            counter.ended(loop.now() - lane.due(), failure);
            pacer.ended(lane.session().user(), failure != null && !answered);
        } else {
            if (failure != null) {
                counter.started(lane.due(), lane.due());
                counter.ended(loop.now() - lane.due(), FailureCause.login(failure));
            }
            loginEnded(lane.session(), failure);
        }
        if (stopping && inFlight == 0) {
            drained.countDown();
        }
    }

    /** A login is not part of what is measured, unless it fails; its user goes on to its first request. */
    private void loginEnded(Session session, @Nullable String failure) {
        Objects.requireNonNull(login).ended(session, failure);
        if (failure != null) {
            pacer.ended(session.user(), true);
        } else if (!roster.takesTurns() && !stopping) {
            startAs(session, loop.now());
        }
    }

    private void tick(Void nothing) {
        if (closed) {
            return;
        }
        long now = loop.now();
        for (Lane late = deadlines.overdue(now); late != null; late = deadlines.overdue(now)) {
            late.abandon(FailureCause.TIMEOUT);
        }
        if (pacing) {
            pacer.tick(now);
            ended = pacer.over();
        }
        loop.at(now + TICK, this::tick);
    }

    private void turn(Void nothing) {
        if (closed) {
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
            network.close(dropped::countDown);
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
