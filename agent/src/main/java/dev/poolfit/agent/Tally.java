package dev.poolfit.agent;

/** Mean and peak of the values given since it was made. */
final class Tally {
    private long count;
    private double sum;
    private double peak;

    void add(double value) {
        count++;
        sum += value;
        peak = Math.max(peak, value);
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
}
