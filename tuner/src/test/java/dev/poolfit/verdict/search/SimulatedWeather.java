package dev.poolfit.verdict.search;

import java.util.Random;

/** What happens to a simulated service while it is measured. */
enum SimulatedWeather {
    STEADY,
    /** It is compiled as it runs: from half its speed to all of it. */
    WARMING,
    /** By 15 %, correlated over 5 s. */
    DRIFTING,
    /** Few requests end in a second, and one trial in five does not count. */
    LUMPY;

    /** Of the compiler at first, in milliseconds a second: three quarters of two cores. */
    private static final double BUSY = 1500;

    private static final double WARM = 60;
    private static final double DISTURBED = 0.2;
    /** As 15 responses a second scatter that wait for the same stations. */
    private static final double SCATTER = 0.09;

    SimulatedQueue.Weather of(Random random) {
        double[] levels = new double[2000];
        for (int second = 1; second < levels.length; second++) {
            double kept = Math.exp(-1 / 5.0);
            levels[second] = kept * levels[second - 1] + Math.sqrt(1 - kept * kept) * random.nextGaussian();
        }
        return switch (this) {
            case STEADY -> second -> 1;
            case WARMING ->
                new SimulatedQueue.Weather() {
                    @Override
                    public double speed(double second) {
                        return 1 - 0.5 * Math.exp(-second / WARM);
                    }

                    @Override
                    public double compiling(double second) {
                        return BUSY * Math.exp(-second / WARM);
                    }
                };
            case DRIFTING -> second -> Math.exp(0.15 * at(levels, second));
            case LUMPY -> lumpy(random);
        };
    }

    private static SimulatedQueue.Weather lumpy(Random random) {
        double[] seconds = random.doubles(2000).toArray();
        double[] counts = random.doubles(2000).toArray();
        return new SimulatedQueue.Weather() {
            @Override
            public double speed(double second) {
                // Uniform, with that standard deviation.
                return 1 + SCATTER * Math.sqrt(12) * (at(counts, second) - 0.5);
            }

            @Override
            public boolean unsteady(double second) {
                return at(seconds, second) < DISTURBED;
            }
        };
    }

    private static double at(double[] values, double second) {
        return values[(int) Math.min(second, values.length - 1.0)];
    }
}
