package dev.poolfit.load.http;

import dev.poolfit.load.FailureCause;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.SecondReports;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A load under way on a loop; its state is the loop's, but for what the interface reads. */
final class EventLoopRun implements LoadRun, Pacer.Starter, ClientConnection.Owner {
    private static final long SECOND = 1_000_000_000;
    private static final long TICK = 10_000_000;
    private static final long CLOSE_SECONDS = 5;

    private final Loop loop;
    private final ClientConnection.Network network;
    private final RequestMix mix;
    private final VirtualUsers users;
    private final @Nullable Login login;
    private final Pacer pacer;
    private final TimeoutQueue timeouts;
    private final SecondReports seconds;
    private final SecondCounter counter;
    private final CountDownLatch drained = new CountDownLatch(1);
    private final CountDownLatch dropped = new CountDownLatch(1);
    private final Meter meter;
    private long nextSecond;
    private boolean pacing;
    private boolean held;
    private boolean stopping;
    private boolean closed;
    private volatile boolean ended;
    private volatile long inFlight;
    private final AtomicBoolean stopped = new AtomicBoolean();

    EventLoopRun(
            Loop loop,
            ClientConnection.Network network,
            RequestMix mix,
            VirtualUsers users,
            Pacer pacer,
            Duration timeout,
            Meter meter,
            SecondReports seconds) {
        this.loop = loop;
        this.network = network;
        this.mix = mix;
        counter = new SecondCounter(mix.kinds());
        this.users = users;
        this.pacer = pacer;
        this.meter = meter;
        this.seconds = seconds;
        timeouts = new TimeoutQueue(timeout.toNanos());
        PreparedRequest request = mix.login();
        login = request == null ? null : new Login(loop, users, request, this::sendLogin);
    }

    void begin() {
        loop.next(nothing -> {
            meter.read();
            nextSecond = loop.now() + SECOND;
            loop.at(nextSecond, this::turn);
            if (login != null && users.takesTurns()) {
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
        pacer.hold(held, loop.now());
    }

    @Override
    public void start(int user, long due) {
        VirtualUser session = users.forRequest(user);
        if (session == null) {
            counter.notStarted(1, FailureCause.NOBODY);
        } else if (login != null && !session.admitted()) {
            login.one(session);
        } else {
            startAs(session, due);
        }
    }

    private void startAs(VirtualUser session, long due) {
        PreparedRequest.Drawn drawn = mix.draw(session);
        if (drawn == null) {
            counter.notStarted(1, FailureCause.NO_VALUE);
            pacer.ended(session.user(), true);
        } else {
            long now = loop.now();
            counter.started(due, now);
            send(drawn, session, due, now);
        }
    }

    private void sendLogin(PreparedRequest request, VirtualUser session) {
        if (closed || stopping) {
            return;
        }
        long now = loop.now();
        PreparedRequest.Drawn drawn = mix.draw(request, session);
        if (drawn == null) {
            counter.notStarted(1, FailureCause.login(FailureCause.NO_VALUE));
            loginEnded(session, FailureCause.NO_VALUE);
        } else {
            send(drawn, session, now, now);
        }
    }

    private void send(PreparedRequest.Drawn drawn, VirtualUser session, long due, long now) {
        setInFlight(inFlight + 1);
        Endpoint endpoint = drawn.kind().endpoint();
        ClientConnection idle = endpoint.idle().pollFirst();
        ClientConnection connection = idle == null ? network.connection(endpoint, this) : idle;
        timeouts.add(connection);
        connection.send(drawn, session, due, now);
    }

    @Override
    public void notStarted(long requests, String cause) {
        counter.notStarted(requests, cause);
    }

    @Override
    public void ended(ClientConnection connection, @Nullable String failure, boolean reusable, boolean answered) {
        if (closed) {
            return;
        }
        setInFlight(inFlight - 1);
        timeouts.remove(connection);
        if (reusable) {
            connection.endpoint().idle().addFirst(connection);
        }
        if (login == null || !login.sent(connection)) {
            count(connection, failure);
            pacer.ended(connection.session().user(), failure != null && !answered);
        } else {
            if (failure != null) {
                counter.started(connection.due(), connection.due());
                count(connection, FailureCause.login(failure));
            }
            loginEnded(connection.session(), failure);
        }
        if (stopping && inFlight == 0) {
            drained.countDown();
        }
    }

    private void count(ClientConnection connection, @Nullable String failure) {
        long now = loop.now();
        counter.ended(connection.drawn().kind(), now - connection.due(), failure, nextSecond - now);
    }

    /** Notes the end of a login, which is not measured unless it fails; its user goes on to its first request. */
    private void loginEnded(VirtualUser session, @Nullable String failure) {
        Objects.requireNonNull(login).ended(session, failure);
        if (failure != null) {
            pacer.ended(session.user(), true);
        } else if (!users.takesTurns() && !stopping) {
            startAs(session, loop.now());
        }
    }

    private void tick(Void nothing) {
        if (closed) {
            return;
        }
        long now = loop.now();
        for (ClientConnection late = timeouts.overdue(now); late != null; late = timeouts.overdue(now)) {
            late.abandon(FailureCause.TIMEOUT);
        }
        if (pacing) {
            pacer.tick(now);
            // A stop that has just set it must not be taken back before it has reached the pacer.
            if (pacer.over()) {
                ended = true;
            }
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
    public boolean holds() {
        return true;
    }

    @Override
    public void hold(boolean asked) {
        loop.next(nothing -> {
            held = asked;
            if (pacing) {
                pacer.hold(held, loop.now());
            }
        });
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

    /** Returns whether the wait was not interrupted. */
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
