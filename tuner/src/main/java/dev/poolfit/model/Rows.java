package dev.poolfit.model;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Sentence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Observations made ready for the fit: gaps filled by what people assume, then by defaults, each said aloud.
 *
 * @param rows what is fitted; at least one
 * @param left what was not used because there are too many; evenly spread between the others
 * @param notes what was assumed, in whole sentences
 */
record Rows(List<Row> rows, List<Row> left, List<Sentence> notes) {
    /** A fit needs no more settings than these, and takes its time in proportion to them. */
    private static final int MOST = 12;
    /** Beyond this the solver, whose time goes with the product, would take minutes. */
    private static final long MOST_STATES = 500_000;

    /** A shorter pause, in seconds, is the time that the script itself takes. */
    private static final double SHORTEST_THINK = 0.001;

    /**
     * @throws BadQuantity if no row says its pool and throughput, and nothing is assumed for them
     */
    static Rows of(List<Observation> observations, Assumptions assumed) {
        var notes = new ArrayList<Sentence>();
        var rows = new ArrayList<Row>();
        int withoutRate = 0;
        requirePools(observations, assumed);
        for (Observation each : observations) {
            OptionalInt users = each.users().isPresent()
                    ? OptionalInt.of((int) Math.max(1, Math.round(each.users().getAsDouble())))
                    : assumed.users();
            OptionalDouble think = each.thinkSeconds().isPresent() ? each.thinkSeconds() : assumed.think();
            Settings settings = filled(each.settings(), assumed);
            Observation rated = rated(each, users, think);
            if (rated.throughput().orElse(0) <= 0) {
                withoutRate++;
                continue;
            }
            rows.add(new Row(
                    rated,
                    within(Limits.of(settings), users, " at " + each.origin()),
                    users,
                    think,
                    OptionalDouble.empty()));
        }
        if (rows.isEmpty()) {
            throw new BadQuantity(
                    "results with a throughput above 0 in one row at least, or with users, think and mean time to"
                            + " compute it from",
                    "without");
        }
        if (withoutRate > 0) {
            notes.add(Sentence.of("rows.without-rate", withoutRate));
        }
        note(observations, rows, assumed, notes);
        notes.addAll(Overruled.notes(observations, assumed));
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
            notes.add(Sentence.of("rows.thinned", kept.size(), rows.size()));
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

    /**
     * These limits.
     *
     * @throws BadQuantity if they are too large to be solved
     */
    static Limits within(Limits limits, OptionalInt users, String where) {
        long busy = Math.min(limits.threads(), users.orElse(Integer.MAX_VALUE));
        if (busy * Math.min(limits.pool(), busy) > MOST_STATES) {
            throw new BadQuantity(
                    String.format(
                            Locale.ROOT,
                            "at most %,d in pool × threads (of each no more counts than there are users)",
                            MOST_STATES),
                    String.format(Locale.ROOT, "%,d × %,d%s", limits.pool(), limits.threads(), where));
        }
        return limits;
    }

    /** The valid trials of a run, those of one setting as one row. */
    static Rows of(List<Trial> trials, Load load, Assumptions assumed) {
        Map<Settings, List<Trial>> bySettings = new LinkedHashMap<>();
        trials.stream()
                .filter(trial -> trial.valid() && trial.throughput().mean() > 0)
                .forEach(trial -> bySettings
                        .computeIfAbsent(trial.settings(), ignored -> new ArrayList<>())
                        .add(trial));
        var rows = new ArrayList<Row>();
        bySettings.forEach((settings, runs) -> {
            Observation seen = merged(settings, runs);
            double peak = load.peakUsers();
            double present = load.shape() instanceof Load.Stages || load.shape() instanceof Load.Scripted
                    ? seen.probe(Metric.USERS).orElse(peak)
                    : peak;
            OptionalInt users =
                    load.closed() ? OptionalInt.of((int) Math.max(1, Math.round(present))) : OptionalInt.empty();
            OptionalDouble arrivals = load.shape() instanceof Load.Open open
                    ? OptionalDouble.of(open.rate().perSecond())
                    : OptionalDouble.empty();
            rows.add(new Row(
                    seen,
                    Limits.of(filled(settings, assumed)),
                    users,
                    OptionalDouble.of(
                            load.script().isPresent() ? thinkSeen(seen, present) : Durations.seconds(load.think())),
                    arrivals));
        });
        return new Rows(rows, List.of(), List.of());
    }

    /** A script's pause between two requests of a user, by Little's law: Z = N/X − R, where N/X is a whole round. */
    private static double thinkSeen(Observation seen, double users) {
        double rate = seen.throughput().orElse(0) + seen.errorsPerSecond().orElse(0);
        double think = users / rate - seen.meanMs().orElse(0) / 1_000;
        return think > SHORTEST_THINK ? think : 0;
    }

    private static Observation merged(Settings settings, List<Trial> runs) {
        double[] rates =
                runs.stream().mapToDouble(run -> run.throughput().mean()).toArray();
        double mean = Arrays.stream(rates).average().orElseThrow();
        double squares =
                Arrays.stream(rates).map(rate -> (rate - mean) * (rate - mean)).sum();
        var probes = new EnumMap<Metric, Double>(Metric.class);
        for (Metric metric : Metric.values()) {
            runs.stream()
                    .flatMapToDouble(run -> run.mean(metric).stream())
                    .average()
                    .ifPresent(value -> probes.put(metric, value));
        }
        return new Observation(
                settings,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(mean),
                runs.stream().mapToDouble(Trial::meanMs).average(),
                runs.stream().mapToDouble(run -> run.p99Ms().mean()).average(),
                runs.stream()
                        .mapToDouble(run -> run.failed() / run.measuredSeconds())
                        .average(),
                probes,
                runs.size(),
                runs.size() > 1
                        ? OptionalDouble.of(Math.sqrt(squares / (runs.size() - 1)) / mean)
                        : OptionalDouble.empty(),
                settings.toString());
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

    private static void note(
            List<Observation> observations, List<Row> rows, Assumptions assumed, List<Sentence> notes) {
        if (assumed.threads().isEmpty()
                && observations.stream().anyMatch(each -> !each.settings().has(Knob.THREADS))) {
            notes.add(Sentence.of("rows.threads-unknown", Limits.DEFAULT.threads()));
        }
        if (assumed.connectionTimeout().isEmpty()
                && observations.stream().anyMatch(each -> !each.settings().has(Knob.CONNECTION_TIMEOUT))) {
            notes.add(Sentence.of("rows.timeout-unknown"));
        }
        if (rows.stream()
                .anyMatch(row -> row.users().isEmpty() && row.arrivals().isEmpty())) {
            notes.add(Sentence.of("rows.users-unknown"));
        } else if (rows.stream().anyMatch(Row::wantsThink)) {
            notes.add(Sentence.of("rows.think-unknown"));
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
