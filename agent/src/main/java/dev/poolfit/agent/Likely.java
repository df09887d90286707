package dev.poolfit.agent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Guesses who held a connection whose holder was not asked: draws the name of one of the last holds like it that were
 * asked. Alike are those that sent the same statement first and took about as long; so a sum of many is right where
 * those that are asked are chosen at random (hot-deck imputation; Andridge and Little, "A Review of Hot Deck Imputation
 * for Survey Non-response", 2010). No thread waits for another one.
 */
final class Likely {
    private static final int MOST = 2_048;
    /** The number of last holds that are kept of each kind. */
    private static final int KEPT = 16;

    private static final int NO_STATEMENT = -1;
    private static final long ANY_TIME = 0;

    private final ConcurrentHashMap<Long, Last> kinds = new ConcurrentHashMap<>();
    private final Last any = new Last();

    /** The names of the last holds of one kind. */
    private static final class Last {
        private final AtomicIntegerArray names = new AtomicIntegerArray(KEPT);
        private volatile int count;

        void add(int name) {
            int at = count;
            names.setPlain(at % KEPT, name);
            // Threads may overwrite each other's: one of a random choice is lost.
            count = at + 1 == Integer.MAX_VALUE ? KEPT : at + 1;
        }

        int draw() {
            int most = Math.min(KEPT, count);
            return most == 0
                    ? Names.OTHER
                    : names.getPlain(ThreadLocalRandom.current().nextInt(most));
        }
    }

    /** Returns whether none was asked that sent the same statement first, and there is room for one. */
    boolean isNew(Hold hold) {
        return kinds.size() < MOST && !kinds.containsKey(kind(hold, ANY_TIME));
    }

    /** Learns the name of a hold that was asked and has ended, after so many nanoseconds. */
    void learn(Hold hold, long held) {
        learn(kind(hold, held), hold.name);
        learn(kind(hold, ANY_TIME), hold.name);
        any.add(hold.name);
    }

    private void learn(long kind, int name) {
        Last known = kinds.get(kind);
        if (known == null && kinds.size() < MOST) {
            known = kinds.computeIfAbsent(kind, unseen -> new Last());
        }
        if (known != null) {
            known.add(name);
        }
    }

    /** Returns the name of one that was not asked; {@link Names#OTHER} where none ever was. */
    int name(Hold hold, long held) {
        Last known = kinds.get(kind(hold, held));
        if (known == null) {
            known = kinds.get(kind(hold, ANY_TIME));
        }
        return known == null ? any.draw() : known.draw();
    }

    int kinds() {
        return kinds.size();
    }

    /** Returns its kind: its first statement and the power of two of its time. */
    private static long kind(Hold hold, long held) {
        Sent sent = hold.sent;
        int shape = sent == null ? NO_STATEMENT : sent.first();
        return (long) shape << 32 | Long.SIZE - Long.numberOfLeadingZeros(held);
    }
}
