package dev.poolfit.compare;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Compares runs with the first of them: conditions, throughput and pool.
 *
 * @param runs at least two, in the order in which they were named
 */
public record RunComparison(List<ComparedRun> runs) {
    private static final Pattern OWN_PORT = Pattern.compile("(127\\.0\\.0\\.1|localhost):\\d+");

    public RunComparison {
        runs = List.copyOf(runs);
        if (runs.size() < 2) {
            throw new IllegalArgumentException("a comparison needs two runs, but has " + runs.size());
        }
    }

    ComparedRun first() {
        return runs.get(0);
    }

    List<ComparedRun> others() {
        return runs.subList(1, runs.size());
    }

    /** Returns the conditions that make figures differ without a change of the service: machine, load and goal. */
    List<Message> differences() {
        var differences = new ArrayList<Message>();
        differ(differences, "compare.differs.cores", ComparedRun::cores);
        differ(
                differences,
                "compare.differs.service-cores",
                each -> Quantity.cores(each.serviceCores().orElse(0)));
        differ(
                differences,
                "compare.differs.load",
                each -> each.run().question().load());
        differ(
                differences,
                "compare.differs.goal",
                each -> each.run().question().goal().words());
        differ(
                differences,
                "compare.differs.database",
                each -> each.run().circumstances().database().orElse(Message.of("compare.none")));
        return differences;
    }

    private void differ(List<Message> into, String key, Function<ComparedRun, Object> of) {
        Object own = of.apply(first());
        others().stream()
                .filter(each -> !alike(of.apply(each), own))
                .findFirst()
                .ifPresent(other -> into.add(Message.of(key, own, of.apply(other), other.name())));
    }

    /** Compares without ports, since a port of this machine is whatever was free. */
    private static boolean alike(Object one, Object other) {
        return withoutPorts(one).equals(withoutPorts(other));
    }

    private static String withoutPorts(Object value) {
        return OWN_PORT.matcher(String.valueOf(value)).replaceAll("$1");
    }

    /** Says how a run stands to the first. */
    List<Message> changes(ComparedRun other) {
        var changes = new ArrayList<Message>();
        Optional<Interval> ratio = other.over(first());
        ratio.ifPresentOrElse(
                each -> changes.add(Message.of(
                        switch (each.against(1)) {
                            case ABOVE -> "compare.faster";
                            case BELOW -> "compare.slower";
                            case OPEN -> "compare.alike";
                        },
                        other.name(),
                        Quantity.share(each.mean()).between(each.low(), each.high()))),
                () -> changes.add(Message.of("compare.unknown", other.name())));
        OptionalInt before = first().pool();
        OptionalInt after = other.pool();
        if (first().decides() && other.decides() && before.isPresent() && after.isPresent()) {
            int difference = after.getAsInt() - before.getAsInt();
            changes.add(Message.of(
                    difference > 0 ? "compare.pool-grew" : difference < 0 ? "compare.pool-shrank" : "compare.pool-same",
                    before.getAsInt(),
                    after.getAsInt()));
        }
        return changes;
    }
}
