package dev.poolfit.agent;

/** Mean, peak and latest of the values given since it was made. */
final class Tally {
    private long count;
    private double sum;
    private double peak;
    private double latest;

    void add(double value) {
        count++;
        sum += value;
        peak = Math.max(peak, value);
        latest = value;
    }

    long count() {
        return count;
    }

    double mean() {
        return sum / count;
    }

    double peak() {
        return peak;
    }

    double latest() {
        return latest;
    }
}
