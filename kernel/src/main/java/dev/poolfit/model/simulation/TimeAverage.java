package dev.poolfit.model.simulation;

/** A number that goes up and down, and its sum over time. */
final class TimeAverage {
    private int value;
    private double area;

    void up(double now) {
        value++;
        area -= now;
    }

    void down(double now) {
        value--;
        area += now;
    }

    /** Returns the sum over time, from the beginning until now. */
    double area(double now) {
        return area + value * now;
    }
}
