package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.units.OneLine;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Ends each read of another probe within half a second, whatever it reads from. */
final class BoundedProbe implements Probe {
    private static final Duration LIMIT = Duration.ofMillis(500);

    private final Probe inner;
    private final ReentrantLock turn = new ReentrantLock();

    BoundedProbe(Probe inner) {
        this.inner = inner;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public Subject subject() {
        return inner.subject();
    }

    @Override
    public Map<Metric, Double> read() {
        try {
            return TimeLimiter.call(LIMIT, () -> {
                turn.lockInterruptibly();
                try {
                    return inner.read();
                } finally {
                    turn.unlock();
                }
            });
        } catch (EnvironmentFailure failed) {
            throw failed;
        } catch (TimeoutException late) {
            throw new EnvironmentFailure(
                    name() + " did not answer within " + LIMIT.toMillis() + " ms",
                    "check whether the machine is overloaded",
                    late);
        } catch (Exception failed) {
            throw new EnvironmentFailure(
                    name() + " could not be read: " + OneLine.of("" + failed), "report this", failed);
        }
    }

    @Override
    public void close() {
        inner.close();
    }
}
