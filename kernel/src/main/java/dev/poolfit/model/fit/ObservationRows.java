package dev.poolfit.model.fit;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Rows of a file of results, made ready for the fit: gaps filled by what people assume, then by defaults, each noted. */
final class ObservationRows {
    /** A fit needs no more settings than these, and takes its time in proportion to them. */
    private static final int MOST = 12;

    private ObservationRows() {}

    /**
     * Prepares the rows.
     *
     * @throws BadQuantity if no row says its pool and throughput, and nothing is assumed for them
     */
    static Rows of(List<Observation> observations, Assumptions assumed) {
        var notes = new ArrayList<Message>();
        var rows = new ArrayList<Row>();
        int withoutRate = 0;
        requirePools(observations, assumed);
        for (Observation each : observations) {
            OptionalInt users = each.users().isPresent()
                    ? OptionalInt.of((int) Math.max(1, Math.round(each.users().getAsDouble())))
                    : assumed.users();
            OptionalDouble think = each.thinkSeconds().isPresent() ? each.thinkSeconds() : assumed.think();
            Settings settings = assumed.completed(each.settings());
            Observation rated = rated(each, users, think);
            if (rated.throughput().orElse(0) <= 0) {
                withoutRate++;
                continue;
            }
            Limits limits = Rows.within(Limits.of(settings), users, " at " + each.origin());
            rows.add(new Row(
                    rated,
                    limits,
                    users,
                    think,
                    OptionalDouble.empty(),
                    AnsweredFailures.of(rated, limits, users.orElse(Integer.MAX_VALUE))));
        }
        if (rows.isEmpty()) {
            throw new BadQuantity(
                    "results with a throughput above 0 in one row at least, or with users, think and mean time to"
                            + " compute it from",
                    "without");
        }
        if (withoutRate > 0) {
            notes.add(Message.of("rows.without-rate", withoutRate));
        }
        var inProgress = new RequestsInProgress(
                List.copyOf(rows),
                assumed.threads().isPresent()
                        || observations.stream()
                                .allMatch(each -> each.settings().has(Knob.THREADS)));
        rows = new ArrayList<>(inProgress.filled());
        inProgress.note().ifPresent(notes::add);
        AnsweredFailures.note(rows).ifPresent(notes::add);
        note(observations, rows, assumed, notes);
        notes.addAll(OverriddenAssumptions.notes(observations, assumed));
        rows.sort(Comparator.comparingInt((Row row) -> row.limits().pool())
                .thenComparingInt(row -> row.limits().threads()));
        var left = new ArrayList<Row>();
        var kept = new ArrayList<Row>();
        for (int i = 0; i < rows.size(); i++) {
            boolean keep =
                    rows.size() <= MOST || (long) i * MOST / rows.size() != (i - 1L) * MOST / rows.size() || i == 0;
            (keep ? kept : left).add(rows.get(i));
        }
        if (!left.isEmpty()) {
            notes.add(Message.of("rows.thinned", kept.size(), rows.size()));
        }
        return new Rows(kept, left, notes);
    }

    private static void requirePools(List<Observation> observations, Assumptions assumed) {
        List<String> without = observations.stream()
                .filter(each -> assumed.pool().isEmpty() && !each.settings().has(Knob.POOL))
                .map(Observation::origin)
                .toList();
        if (!without.isEmpty()) {
            throw new BadQuantity(
                    "results with a pool for every row, in its column or by --assume pool=…",
                    "without one at " + abbreviated(without));
        }
    }

    private static String abbreviated(List<String> origins) {
        return origins.size() <= 4
                ? String.join(", ", origins)
                : String.join(", ", origins.subList(0, 3)) + " and " + (origins.size() - 3) + " more";
    }

    /** Computes a throughput that was not written down: X = N / (R + Z). */
    private static Observation rated(Observation row, OptionalInt users, OptionalDouble think) {
        if (row.throughput().isPresent()
                || users.isEmpty()
                || think.isEmpty()
                || row.meanMs().isEmpty()) {
            return row;
        }
        double cycle = row.meanMs().getAsDouble() / 1000 + think.getAsDouble();
        return new Observation(
                row.settings(),
                row.users(),
                row.thinkSeconds(),
                cycle > 0 ? OptionalDouble.of(users.getAsInt() / cycle) : OptionalDouble.empty(),
                row.meanMs(),
                row.p99Ms(),
                row.errorsPerSecond(),
                row.probes(),
                row.runs(),
                row.deviation(),
                row.origin());
    }

    private static void note(List<Observation> observations, List<Row> rows, Assumptions assumed, List<Message> notes) {
        if (assumed.threads().isEmpty()
                && observations.stream().anyMatch(each -> !each.settings().has(Knob.THREADS))) {
            notes.add(Message.of("rows.threads-unknown", Limits.DEFAULT.threads()));
        }
        if (assumed.connectionTimeout().isEmpty()
                && observations.stream().anyMatch(each -> !each.settings().has(Knob.CONNECTION_TIMEOUT))) {
            notes.add(Message.of("rows.timeout-unknown"));
        }
        if (rows.stream()
                .anyMatch(row -> row.users().isEmpty() && row.arrivals().isEmpty())) {
            notes.add(Message.of("rows.users-unknown"));
        } else if (rows.stream().anyMatch(Row::wantsThink)) {
            notes.add(Message.of("rows.think-unknown"));
        }
    }
}
