package dev.poolfit.prometheus;

import java.util.List;
import java.util.Map;

/**
 * A pool as one family of metrics tells it.
 *
 * @param labels those that its service and place have in this family
 * @param pool its name
 */
record PoolSeries(Map<String, String> labels, String pool) {
    PoolSeries {
        labels = Map.copyOf(labels);
    }

    /** Returns whether two families of metrics tell of one pool: what both tell of its place is the same. */
    boolean isSameAs(PoolSeries other) {
        return pool.equals(other.pool)
                && Labels.service(labels).equals(Labels.service(other.labels))
                && Labels.PLACE.stream().noneMatch(each -> differs(value(each), other.value(each)));
    }

    private static boolean differs(String one, String other) {
        return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
    }

    private String value(String label) {
        return labels.getOrDefault(label, "");
    }

    /**
     * Returns the name of its service, with what tells it from others of this name.
     *
     * @param all labels of all services
     */
    String name(List<Map<String, String>> all) {
        return Labels.distinct(labels, all, Labels::service);
    }
}
