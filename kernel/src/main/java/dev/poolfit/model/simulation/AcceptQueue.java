package dev.poolfit.model.simulation;

/** Tomcat's queue: when each request in it was sent, in their order; it grows without bound. */
final class AcceptQueue {
    private double[] times;
    private int first;
    private int size;

    AcceptQueue(int expected) {
        times = new double[Integer.highestOneBit(Math.max(1, expected - 1)) * 2];
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(double time) {
        if (size == times.length) {
            grow();
        }
        times[(first + size++) & (times.length - 1)] = time;
    }

    double remove() {
        double time = times[first];
        first = (first + 1) & (times.length - 1);
        size--;
        return time;
    }

    private void grow() {
        double[] larger = new double[2 * times.length];
        System.arraycopy(times, first, larger, 0, times.length - first);
        System.arraycopy(times, 0, larger, times.length - first, first);
        times = larger;
        first = 0;
    }
}
