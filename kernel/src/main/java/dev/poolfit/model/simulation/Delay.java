package dev.poolfit.model.simulation;

/** A station that serves everybody at once. Delays of one length end in the order they began, which needs no heap. */
final class Delay {
    private final boolean constant;
    private final Line line;
    private final double[] ends;
    private final EventHeap heap;

    /** The time when the next delay ends; infinite when there is none. */
    double nextAt = Double.POSITIVE_INFINITY;

    Delay(boolean constant, int slots) {
        this.constant = constant;
        line = new Line(slots);
        ends = new double[slots];
        heap = new EventHeap(slots);
    }

    void add(double now, double seconds, int slot) {
        if (constant) {
            ends[slot] = now + seconds;
            line.add(slot);
            nextAt = ends[line.first()];
        } else {
            heap.add(now + seconds, slot);
            nextAt = heap.earliest();
        }
    }

    /** Takes out the slot whose delay ends now. */
    int remove() {
        if (constant) {
            int slot = line.removeFirst();
            nextAt = line.isEmpty() ? Double.POSITIVE_INFINITY : ends[line.first()];
            return slot;
        }
        int slot = heap.remove();
        nextAt = heap.earliest();
        return slot;
    }
}
