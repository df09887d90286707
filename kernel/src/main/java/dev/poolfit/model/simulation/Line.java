package dev.poolfit.model.simulation;

/** Slots in the order they came, any of which may leave; each slot stands in a line once at most. */
final class Line {
    static final int NOBODY = -1;

    private final int[] before;
    private final int[] after;
    private int first = NOBODY;
    private int last = NOBODY;

    Line(int slots) {
        before = new int[slots];
        after = new int[slots];
    }

    boolean isEmpty() {
        return first == NOBODY;
    }

    /** Returns the first slot; {@link #NOBODY} when empty. */
    int first() {
        return first;
    }

    void add(int slot) {
        before[slot] = last;
        after[slot] = NOBODY;
        if (last == NOBODY) {
            first = slot;
        } else {
            after[last] = slot;
        }
        last = slot;
    }

    void remove(int slot) {
        int ahead = before[slot];
        int behind = after[slot];
        if (ahead == NOBODY) {
            first = behind;
        } else {
            after[ahead] = behind;
        }
        if (behind == NOBODY) {
            last = ahead;
        } else {
            before[behind] = ahead;
        }
    }

    /** Takes the first out; there must be one. */
    int removeFirst() {
        int slot = first;
        remove(slot);
        return slot;
    }
}
