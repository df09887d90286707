package dev.poolfit.load.http;

import dev.poolfit.experiment.Load;
import io.vertx.core.Handler;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Paces users who each wait for the response, pause and go on; their number may follow stages. */
final class ClosedPacer implements Pacer {
    private static final long BACK_OFF_NANOS = 100_000_000;

    private enum State {
        AWAY,
        PAUSING,
        WAITING
    }

    private final Loop loop;
    private final RandomGenerator random;
    private final long thinkNanos;
    private final Load.@Nullable Stages stages;
    private final User[] everyone;
    private @Nullable Starter starter;
    private long start;
    private int wanted;
    private boolean over;
    private boolean held;

    /** @param random draws the first pause of each user, up to the think time, so that they do not march in step */
    ClosedPacer(Loop loop, Load load, RandomGenerator random) {
        this.loop = loop;
        this.random = random;
        thinkNanos = load.think().toNanos();
        stages = load.shape() instanceof Load.Stages staged
                ? staged
                : load.ramp().map(Load.Ramp::stages).orElse(null);
        everyone = new User[load.peakUsers()];
        for (int i = 0; i < everyone.length; i++) {
            everyone[i] = new User(i);
        }
    }

    @Override
    public void begin(long now, Starter with) {
        starter = with;
        start = now;
        tick(now);
    }

    @Override
    public void tick(long now) {
        if (over) {
            return;
        }
        if (stages != null) {
            var elapsed = Duration.ofNanos(now - start);
            over = elapsed.compareTo(stages.length()) >= 0;
            want(over || held ? 0 : (int) Math.round(stages.usersAt(elapsed)), now);
        } else {
            want(held ? 0 : everyone.length, now);
        }
    }

    private void want(int users, long now) {
        int before = wanted;
        wanted = users;
        for (int i = before; i < users; i++) {
            everyone[i].arrive(now);
        }
    }

    @Override
    public void ended(int user, boolean disconnected) {
        everyone[user].answered(loop.now(), disconnected);
    }

    @Override
    public void hold(boolean asked, long now) {
        held = asked;
        tick(now);
    }

    @Override
    public void stop() {
        over = true;
        wanted = 0;
    }

    @Override
    public boolean over() {
        return over;
    }

    @Override
    public double users() {
        int users = wanted;
        for (int i = wanted; i < everyone.length; i++) {
            if (everyone[i].state == State.WAITING) {
                users++;
            }
        }
        return users;
    }

    private final class User {
        private final int number;
        private final Handler<Void> onDue = nothing -> request();
        private State state = State.AWAY;
        private long due;

        User(int number) {
            this.number = number;
        }

        void arrive(long now) {
            if (state == State.AWAY) {
                pause(now, thinkNanos == 0 ? 0 : random.nextLong(thinkNanos));
            }
        }

        void answered(long now, boolean disconnected) {
            pause(now, disconnected ? Math.max(thinkNanos, BACK_OFF_NANOS) : thinkNanos);
        }

        private void pause(long now, long nanos) {
            state = State.PAUSING;
            due = now + nanos;
            if (nanos == 0 || number >= wanted) {
                request();
            } else {
                loop.at(due, onDue);
            }
        }

        private void request() {
            if (number >= wanted || starter == null) {
                state = State.AWAY;
            } else {
                state = State.WAITING;
                starter.start(number, due);
            }
        }
    }
}
