package dev.poolfit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps the labels of a JMeter report, of which nothing says whether they are requests or transaction controllers. */
final class ReportLabels {
    private static final int MOST = 1_000;
    /** The share within which a transaction takes as long as its requests together, and is as frequent. */
    private static final double SAME = 0.05;

    private record Label(String name, double rate, double mean) {
        private boolean isAsFrequentAs(Label other) {
            return Math.abs(rate - other.rate) <= SAME * other.rate;
        }
    }

    private final List<Label> labels = new ArrayList<>();

    /**
     * @param rate samples a second
     * @param mean milliseconds
     */
    void add(String name, double rate, double mean) {
        if (labels.size() < MOST) {
            labels.add(new Label(name, rate, mean));
        }
    }

    /** Returns a label that takes as long as all those together, two at least, that are as frequent. */
    Optional<String> transaction() {
        return labels.stream().filter(this::isTransaction).map(Label::name).findFirst();
    }

    private boolean isTransaction(Label label) {
        List<Label> others = labels.stream()
                .filter(other -> other != label && label.isAsFrequentAs(other))
                .toList();
        double together = others.stream().mapToDouble(Label::mean).sum();
        return others.size() > 1 && Math.abs(together - label.mean()) <= SAME * label.mean();
    }
}
