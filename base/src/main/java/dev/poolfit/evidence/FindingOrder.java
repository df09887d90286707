package dev.poolfit.evidence;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The order in which findings are told, which is the order in which to act; the same in every command, page and file. */
public final class FindingOrder {
    private static final Set<String> ENDED = Set.of("service-ended", "deadlock");
    private static final Set<String> FULL = Set.of("database-bound");
    private static final Set<String> POSSIBLE = Set.of("nested-connections");
    private static final Set<String> WAITED = Set.of("victims", "health-check");

    /** The places, with the reason for each. */
    private enum Place {
        /** Nothing else counts while the service stands still. */
        ENDED,
        /** No pool size mends it. */
        BLOCKING,
        /** Whoever asks a full database waits, whatever connections are held for. */
        FULL,
        /** What takes connections, cores or threads: the lost ones before what is held, which its finder orders by time. */
        CAUSE,
        /** It did not happen, and did not come near. */
        POSSIBLE,
        /** A victim is mended with its cause. */
        WAITED,
        /** Nothing is to be done. */
        INFORMATION
    }

    private FindingOrder() {}

    /** Returns findings in that order; those of one place stay as they are. */
    public static List<Finding> of(Collection<Finding> findings) {
        return findings.stream()
                .sorted(Comparator.comparing(FindingOrder::place))
                .toList();
    }

    /** Returns whether it only waited for what another one took: never the verdict. */
    public static boolean waited(Finding finding) {
        return WAITED.contains(finding.rule());
    }

    private static Place place(Finding each) {
        if (ENDED.contains(each.rule())) {
            return Place.ENDED;
        }
        return switch (each.severity()) {
            case BLOCKING -> Place.BLOCKING;
            case INFO -> Place.INFORMATION;
            case WARNING ->
                FULL.contains(each.rule())
                        ? Place.FULL
                        : POSSIBLE.contains(each.rule()) ? Place.POSSIBLE : waited(each) ? Place.WAITED : Place.CAUSE;
        };
    }
}
