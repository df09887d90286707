package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.JMRuntimeException;

/**
 * The right to change a service's settings, which one tuner has at a time, whoever runs it and however it reaches the
 * service. A claim whose tuner has ended, or has given no sign of life for {@value #STALE_SECONDS} s, may be taken over.
 */
final class Claim implements AutoCloseable {
    static final long STALE_SECONDS = 30;
    private static final long RENEWAL_SECONDS = 5;
    private static final int TRIES = 5;
    private static final String PREFIX = "poolfit-";

    /** Says that the service takes no claims, and why. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String why, Throwable cause) {
            super(why, cause);
        }
    }

    private final TunerQueue queue;
    private final String service;
    private final String id;
    private Claimant claimant;
    private final CountDownLatch closed = new CountDownLatch(1);
    private int number;
    private int latest;
    private long renewed;
    private boolean lost;

    private Claim(TunerQueue queue, String service, Claimant claimant, String tuner) {
        this.queue = queue;
        this.service = service;
        this.claimant = claimant;
        this.id = PREFIX + tuner;
    }

    /**
     * Claims the service.
     *
     * @param service in words
     * @throws EnvironmentFailure if another tuner has it, or if it does not answer
     * @throws Refused if the service takes no claims, as from a JMX user who may not create MBeans
     */
    static Claim take(JmxLink link, String service, Claimant claimant) throws Refused {
        var claim = new Claim(
                new TunerQueue(link),
                service,
                claimant,
                // The agent takes the claim of a tuner away that is lost.
                link.keeper()
                        .map(Publication::tuner)
                        .orElseGet(() -> UUID.randomUUID().toString()));
        Optional<Claimant> other;
        try {
            other = claim.join();
        } catch (EnvironmentFailure failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof SecurityException
                    || cause instanceof JMException
                    || cause instanceof JMRuntimeException) {
                throw new Refused(String.valueOf(cause.getMessage()), failed);
            }
            throw failed;
        }
        if (other.isPresent()) {
            throw new EnvironmentFailure(
                    service + " is being tuned already, by " + other.get(),
                    "wait for that run, or interrupt it; if it was killed, wait " + STALE_SECONDS + " s");
        }
        return claim;
    }

    /**
     * Removes the claims of tuners that have ended or are silent, and an empty queue; for what a killed run left. Where
     * another one has left changes of its own, its claim stays: whoever comes next puts them back by it.
     *
     * @param changes of the killed run, as it kept them beside its claim
     * @return a tuner that still has the service
     */
    static Optional<Claimant> clear(JmxLink link, String changes) {
        var queue = new TunerQueue(link);
        long now = queue.now();
        Optional<Claimant> living = Optional.empty();
        for (TunerQueue.Place place : queue.places()) {
            if (abandoned(place, now)) {
                String left = place.claimant().changes();
                if (left.isEmpty() || left.equals(changes)) {
                    queue.leave(place.tuner());
                }
            } else if (living.isEmpty()) {
                living = Optional.of(place.claimant());
            }
        }
        queue.removeIfEmpty();
        return living;
    }

    /** Returns the tuners that have ended or are silent, and have left their claims. */
    static List<TunerQueue.Place> abandoned(JmxLink link) {
        if (link.find(TunerQueue.BEAN.toString()).isEmpty()) {
            return List.of();
        }
        var queue = new TunerQueue(link);
        long now = queue.now();
        return queue.places().stream().filter(place -> abandoned(place, now)).toList();
    }

    /** Returns the name under which the agent knows a tuner. */
    static String tuner(TunerQueue.Place place) {
        return place.tuner().replaceFirst("^" + PREFIX, "");
    }

    static boolean isHeld(JmxLink link) {
        if (link.find(TunerQueue.BEAN.toString()).isEmpty()) {
            return false;
        }
        var queue = new TunerQueue(link);
        long now = queue.now();
        return queue.places().stream().anyMatch(place -> !abandoned(place, now));
    }

    private static boolean abandoned(TunerQueue.Place place, long now) {
        return now - place.seen() >= Duration.ofSeconds(STALE_SECONDS).toMillis()
                || place.claimant().ended();
    }

    /**
     * Joins the queue, in place of those before it who have ended or are silent.
     *
     * @return who came before and still lives
     * @throws EnvironmentFailure if one of them has ended since it was looked at what was left in the service: what it changed
     *     would be taken for the initial settings
     */
    private Optional<Claimant> join() {
        for (int i = 0; i < TRIES; i++) {
            renewed = queue.now();
            number = queue.add(id, claimant, renewed);
            latest = number;
            for (TunerQueue.Place place : queue.places()) {
                if (place.tuner().equals(id)) {
                    return Optional.empty();
                }
                if (!abandoned(place, renewed)) {
                    queue.leave(id);
                    return Optional.of(place.claimant());
                }
                if (!place.claimant().changes().isEmpty()) {
                    queue.leave(id);
                    throw new EnvironmentFailure(
                            "the run of " + place.claimant() + ", which had changed settings of " + service
                                    + ", was killed or stood still just now",
                            "start again; its changes are put back first");
                }
                queue.leave(place.tuner());
            }
            // The tuner that left last took the queue away in between.
        }
        throw new EnvironmentFailure(service + " forgets who tunes it", "try again");
    }

    /** Returns whether this tuner still has the service, asked anew. */
    synchronized boolean held() {
        if (!lost && !queue.has(id, number)) {
            renew();
        }
        return !lost;
    }

    /** Throws EnvironmentFailure if another tuner has taken the service over. */
    void require() {
        if (!held()) {
            throw new EnvironmentFailure(
                    "this run has lost its claim on " + service + ": it stood still for " + STALE_SECONDS
                            + " s or longer, and another run may tune the service now",
                    "let the other run end, then run poolfit restore, and tune again with --resume");
        }
    }

    /**
     * Tells whoever takes the service over after this tuner what it had at first, and what it may have now.
     *
     * @param changes as {@link RestoreRecordCodec} writes them
     */
    synchronized void changing(String changes) {
        claimant = claimant.changing(changes);
        renew();
    }

    synchronized void renew() {
        if (lost) {
            return;
        }
        long now = queue.now();
        if (queue.has(id, number)) {
            int earlier = latest;
            latest = queue.add(id, claimant, now);
            if (earlier != number) {
                queue.remove(earlier);
            }
            renewed = now;
        } else if (now - renewed < Duration.ofSeconds(STALE_SECONDS).toMillis()) {
            // Nobody may have taken it over so soon: a tuner that left took the queue away with this entry.
            lost = join().isPresent();
        } else {
            lost = true;
            queue.leave(id);
        }
    }

    /** Gives signs of life every 5 s until it is closed, to the keeper within the service also. */
    void renewAlways(Runnable also) {
        var thread = new Thread(() -> keepRenewing(also), "poolfit-claim");
        thread.setDaemon(true);
        thread.start();
    }

    private void keepRenewing(Runnable also) {
        try {
            while (!closed.await(RENEWAL_SECONDS, TimeUnit.SECONDS)) {
                try {
                    renew();
                    also.run();
                } catch (EnvironmentFailure silent) {
                    // The next sign of life may get through; whatever needs the claim asks the service itself.
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets go of the service; a service that does not answer forgets the claim by itself. */
    @Override
    public void close() {
        closed.countDown();
        synchronized (this) {
            if (lost) {
                return;
            }
            lost = true;
            try {
                queue.leave(id);
            } catch (EnvironmentFailure gone) {
                // It ended, or its claim grows stale.
            }
        }
    }
}
