package dev.poolfit.model.metered;

import dev.poolfit.metered.MeteredMinute;
import java.util.List;

/**
 * How much burstier traffic is than arrivals that know nothing of each other: the variance of the connections that were seen in use
 * beside the mean of their minute, divided by that mean (Wilkinson 1956, <i>Theories for toll traffic engineering in the
 * U.S.A.</i>). Where a pool was full, what is in use is cut off, and the figure is too small.
 */
public final class Peakedness {
    private static final double LEAST = 0.25;
    private static final double MOST = 64;

    private Peakedness() {}

    /** Returns the peakedness of minutes, 0.25 to 64; 1 where nothing was seen in use. */
    public static double of(List<MeteredMinute> minutes) {
        double squares = 0;
        double loads = 0;
        for (MeteredMinute minute : minutes) {
            double mean = minute.inUse();
            for (int each : minute.active()) {
                squares += (each - mean) * (each - mean);
                loads += mean;
            }
        }
        return loads == 0 ? 1 : Math.max(LEAST, Math.min(MOST, squares / loads));
    }

    /** Returns the share of the times that somebody looked at which no connection was free. */
    public static double full(List<MeteredMinute> minutes) {
        int looked = minutes.stream().mapToInt(each -> each.active().size()).sum();
        return minutes.stream().mapToInt(MeteredMinute::full).sum() / (double) Math.max(1, looked);
    }
}
