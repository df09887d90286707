package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Puts back what killed tuners left in a service, before anything is read: otherwise it would pass for the service's
 * own. The service itself keeps what it had, in the agent and beside the claim, so that it does not matter who comes,
 * and how.
 */
final class Leftovers {
    private final JmxLink link;
    private final Consumer<Duration> pause;

    Leftovers(JmxLink link, Consumer<Duration> pause) {
        this.link = link;
        this.pause = pause;
    }

    /**
     * Puts it back.
     *
     * @return the result; empty where nothing was left, or where this user may not change anything
     * @throws EnvironmentFailure if it cannot be put back
     */
    Optional<Message> putBack() {
        List<TunerQueue.Place> places;
        try {
            places = Claim.abandoned(link);
        } catch (EnvironmentFailure failed) {
            if (failed.getCause() instanceof SecurityException) {
                return Optional.empty();
            }
            throw failed;
        }
        Optional<Message> told = Optional.empty();
        for (TunerQueue.Place place : places) {
            Claimant killed = place.claimant();
            Optional<Restoration> restored = restoreRecord(killed).map(this::restore);
            restored.filter(each -> !each.settled()).ifPresent(failed -> {
                throw new EnvironmentFailure(
                        "the service still has settings of a killed run, that of " + killed + ": " + failed.text(),
                        failed.byHand());
            });
            if (restored.isPresent()) {
                told = Optional.of(Message.of(
                        "notice.leftovers", killed.toString(), restored.get().text()));
            }
            Publication.lose(link, Claim.tuner(place));
            new TunerQueue(link).leave(place.tuner());
        }
        return told;
    }

    /** Returns empty where it changed nothing, or wrote what cannot be read; the agent puts back what it keeps. */
    private static Optional<RestoreRecord> restoreRecord(Claimant killed) {
        try {
            return killed.changes().isEmpty()
                    ? Optional.empty()
                    : Optional.of(RestoreRecordCodec.changes(killed.changes(), RestoreRecord.Address.AT_HAND));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    private Restoration restore(RestoreRecord found) {
        return new Restorer(found, pause)
                .restore(() -> new Tuning(
                        new HikariPool(link, found.pool()),
                        found.connector().map(bean -> new ServerThreads(link, HikariPool.objectName(bean))),
                        false));
    }
}
