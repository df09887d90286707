package dev.poolfit.results;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells the sub-results of JMeter, redirects and embedded resources, from samples: in CSV they stand on lines of their own
 * after the sample that they are a part of, named after it ({@code Home}, then {@code Home-0} and {@code Home-1}).
 */
final class SubResults {
    /** The most threads, so that the memory stays the same however many there were. */
    private static final int MOST_THREADS = 10_000;
    /** The rounding of times to the millisecond in seconds, since each is rounded by itself. */
    private static final double ROUNDING = 0.005;

    private record Whole(String label, double start, double end) {
        boolean holds(String other, double from, double to) {
            return other.length() > label.length() + 1
                    && other.startsWith(label + "-")
                    && other.substring(label.length() + 1).matches("\\d+(-\\d+)*")
                    && from >= start - ROUNDING
                    && from < end
                    && to <= end + ROUNDING;
        }
    }

    private final Map<String, Whole> latest = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Whole> eldest) {
            return size() > MOST_THREADS;
        }
    };

    private String example = "";

    /**
     * Returns whether this is a part of the last sample of its thread; one that is none becomes that sample.
     *
     * @param start seconds
     * @param end seconds
     */
    boolean holds(String thread, String label, double start, double end) {
        Whole whole = latest.get(thread);
        if (whole != null && whole.holds(label, start, end)) {
            example = label;
            return true;
        }
        latest.put(thread, new Whole(label, start, end));
        return false;
    }

    /** Returns what is said of them; empty where there was none. */
    Optional<String> notice() {
        return example.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Sub-results of JMeter's samples (redirects, embedded resources) are passed over, such as "
                                + Complaints.quoted(example) + ": they are a part of their sample.");
    }
}
