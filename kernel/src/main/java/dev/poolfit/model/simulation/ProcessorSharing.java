package dev.poolfit.model.simulation;

import java.util.function.IntToDoubleFunction;

/**
 * A CPU whose jobs share its speed equally. In virtual time, which runs at the speed of one job, each job's end is known
 * when it comes, so the station has one pending event however many jobs it has (Kleinrock, Queueing Systems II, 1976).
 */
final class ProcessorSharing {
    private final EventHeap ends;
    private final double[] speed;
    private final double[] slowness;
    private final double[] cores;
    private double virtual;
    private double updated;
    private double coreSeconds;
    private int jobs;

    /** The time when the next job ends; infinite when there is none. */
    double nextAt = Double.POSITIVE_INFINITY;

    /** @param total speed with so many jobs, in seconds of demand a second */
    ProcessorSharing(double cores, int most, IntToDoubleFunction total) {
        ends = new EventHeap(most);
        speed = new double[most + 1];
        slowness = new double[most + 1];
        this.cores = new double[most + 1];
        for (int n = 1; n <= most; n++) {
            speed[n] = total.applyAsDouble(n) / n;
            slowness[n] = 1 / speed[n];
            this.cores[n] = Math.min(n, cores);
        }
    }

    void add(double now, double demand, int slot) {
        catchUp(now);
        ends.add(virtual + demand, slot);
        jobs++;
        nextAt = now + (ends.earliest() - virtual) * slowness[jobs];
    }

    /** Takes out the job that ends now. */
    int remove(double now) {
        double ended = ends.earliest();
        catchUp(now);
        virtual = ended;
        int slot = ends.remove();
        jobs--;
        nextAt = jobs == 0 ? Double.POSITIVE_INFINITY : now + (ends.earliest() - virtual) * slowness[jobs];
        return slot;
    }

    /** Returns the seconds of all cores in use, up to now. */
    double coreSeconds(double now) {
        catchUp(now);
        return coreSeconds;
    }

    private void catchUp(double now) {
        double passed = now - updated;
        virtual += passed * speed[jobs];
        coreSeconds += passed * cores[jobs];
        updated = now;
    }
}
