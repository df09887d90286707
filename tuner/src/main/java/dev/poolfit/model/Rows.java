package dev.poolfit.model;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.BadQuantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Observations made ready for the fit: gaps filled by what people assume, then by defaults, each said aloud.
 *
 * @param rows what is fitted; at least one
 * @param left what was not used because there are too many; evenly spread between the others
 * @param notes what was assumed, in whole sentences
 */
record Rows(List<Row> rows, List<Row> left, List<String> notes) {
    /** A fit needs no more settings than these, and takes its time in proportion to them. */
    private static final int MOST = 32;

    /**
     * @throws BadQuantity if no row says its pool and throughput, and nothing is assumed for them
     */
    static Rows of(List<Observation> observations, Assumptions assumed) {
        var notes = new ArrayList<String>();
        var rows = new ArrayList<Row>();
        int withoutRate = 0;
        for (Observation each : observations) {
            OptionalInt users = each.users().isPresent()
                    ? OptionalInt.of((int) Math.max(1, Math.round(each.users().getAsDouble())))
                    : assumed.users();
            OptionalDouble think = each.thinkSeconds().isPresent() ? each.thinkSeconds() : assumed.think();
            Settings settings = filled(each.settings(), assumed);
            if (!settings.has(Knob.POOL)) {
                throw new BadQuantity(
                        "known for every row: a pool column, or --assume pool=…", "unknown at " + each.origin());
            }
            Observation rated = rated(each, users, think);
            if (rated.throughput().orElse(0) <= 0) {
                withoutRate++;
                continue;
            }
            rows.add(new Row(rated, Limits.of(settings), users, think, OptionalDouble.empty()));
        }
        if (rows.isEmpty()) {
            throw new BadQuantity("known for at least one row and above 0: throughput", "unknown or 0 in every row");
        }
        if (withoutRate > 0) {
            notes.add(withoutRate + " rows without a throughput above 0 were left out.");
        }
        note(observations, rows, assumed, notes);
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
            notes.add(kept.size() + " of " + rows.size()
                    + " settings, evenly spread, were fitted; the others serve to check the fit.");
        }
        return new Rows(kept, left, notes);
    }

    private static Settings filled(Settings settings, Assumptions assumed) {
        Settings known = Settings.NONE;
        if (assumed.pool().isPresent()) {
            known = known.with(Knob.POOL, assumed.pool().getAsInt());
        }
        if (assumed.threads().isPresent()) {
            known = known.with(Knob.THREADS, assumed.threads().getAsInt());
        }
        if (assumed.connectionTimeout().isPresent()) {
            known = known.with(
                    Knob.CONNECTION_TIMEOUT,
                    Math.round(assumed.connectionTimeout().getAsDouble() * 1000));
        }
        return known.with(settings);
    }

    /** X = N / (R + Z) gives a throughput that was not written down. */
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

    private static void note(List<Observation> observations, List<Row> rows, Assumptions assumed, List<String> notes) {
        if (assumed.threads().isEmpty()
                && observations.stream().anyMatch(each -> !each.settings().has(Knob.THREADS))) {
            notes.add("Worker threads are unknown; Tomcat's default of " + Limits.DEFAULT.threads() + " was taken.");
        }
        if (assumed.connectionTimeout().isEmpty()
                && observations.stream().anyMatch(each -> !each.settings().has(Knob.CONNECTION_TIMEOUT))) {
            notes.add("The connection timeout is unknown; HikariCP's default of 30 s was taken.");
        }
        if (rows.stream()
                .anyMatch(row -> row.users().isEmpty() && row.arrivals().isEmpty())) {
            notes.add("The number of users is unknown; they were taken to keep every worker thread busy.");
        } else if (rows.stream().anyMatch(Row::wantsThink)) {
            notes.add("The users' think time is unknown; it was fitted.");
        }
    }

    /** The think time that no user can exceed, or 0 where it is known. */
    double longestThink(int requestsPerCount) {
        return rows.stream()
                .filter(Row::wantsThink)
                .mapToDouble(row -> row.users().orElseThrow() / (row.rate() * requestsPerCount))
                .min()
                .orElse(0);
    }

    /** A first guess of the hold time: every connection busy at the row where that gives least. */
    double hold(int requestsPerCount) {
        return rows.stream()
                .mapToDouble(
                        row -> Math.min(row.limits().pool(), row.limits().threads()) / (row.rate() * requestsPerCount))
                .min()
                .orElseThrow();
    }
}
