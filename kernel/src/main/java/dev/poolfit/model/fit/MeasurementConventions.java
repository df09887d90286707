package dev.poolfit.model.fit;

import dev.poolfit.evidence.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the conventions under which the rows obey Little's law: N = ρX(R+Z) seen from outside, T = ρXR seen from inside a
 * service whose T threads are all busy.
 *
 * <p>Dashboards often show a rate and a response time of different things; a constant factor between the two sides betrays it
 * (the five published tables hold such a one).
 */
final class MeasurementConventions {
    private static final double AGREES = 0.08;
    private static final double PLAUSIBLE = 0.3;
    private static final int MOST_REQUESTS_PER_COUNT = 4;
    private static final int MOST = 3;
    /** The share of the connection timeout from which on a mean response time hides timeouts. */
    private static final double TIMEOUTS_LIKELY = 0.4;

    private static final double MOST_ANSWERED = 0.6;

    private final List<Row> rows;

    MeasurementConventions(List<Row> rows) {
        this.rows = rows.stream()
                .filter(row -> row.observation().meanMs().orElse(0) > 0
                        && row.arrivals().isEmpty())
                .toList();
    }

    /** Returns the conventions that the rows allow, the plainest first; at least one. */
    List<MeasurementConvention> plausible() {
        boolean outside = rows.stream().anyMatch(row -> row.users().isPresent());
        if (rows.isEmpty() || rows.stream().anyMatch(Row::wantsThink)) {
            return List.of(MeasurementConvention.PLAIN);
        }
        if (outside && error(MeasurementConvention.PLAIN) < AGREES) {
            return List.of(MeasurementConvention.PLAIN);
        }
        List<MeasurementConvention> views = new ArrayList<>();
        IntStream.rangeClosed(1, mostRequestsPerCount()).forEach(count -> {
            views.add(new MeasurementConvention(count, false, false));
            views.add(new MeasurementConvention(count, true, false));
        });
        views.removeIf(view -> !explain(error(view)));
        if (views.isEmpty()) {
            views.add(new MeasurementConvention(1, !outside, false));
        }
        views.sort(Comparator.comparingDouble(this::error));
        return views.stream().limit(MOST).flatMap(this::readings).toList();
    }

    /** Returns 1 for a single row, of which some whole number nearly always seems to be the count. */
    private int mostRequestsPerCount() {
        return rows.size() > 1 ? MOST_REQUESTS_PER_COUNT : 1;
    }

    /** Returns whether the rows were taken inside a service whose worker threads were all busy. */
    boolean showBusyThreads() {
        return IntStream.rangeClosed(1, mostRequestsPerCount())
                .anyMatch(count -> error(new MeasurementConvention(count, true, false)) < AGREES);
    }

    /** Returns whether a convention with this {@link #error} explains the rows. */
    static boolean explain(double error) {
        return error < PLAUSIBLE;
    }

    /** Returns the readings of percentiles from inside the service: mostly from buckets, but they may be exact. */
    private Stream<MeasurementConvention> readings(MeasurementConvention view) {
        boolean percentiles =
                rows.stream().anyMatch(row -> row.observation().p99Ms().isPresent());
        return view.serverSide() && percentiles
                ? Stream.of(view, new MeasurementConvention(view.requestsPerCount(), true, true))
                : Stream.of(view);
    }

    /** Returns the median over the rows of |ln(users or threads ÷ what Little's law gives)|; infinite where it says nothing. */
    double error(MeasurementConvention view) {
        double[] errors = rows.stream()
                .filter(row -> ratio(row, view).isPresent())
                .mapToDouble(row -> error(row, ratio(row, view).orElseThrow()))
                .sorted()
                .toArray();
        return errors.length == 0 ? Double.POSITIVE_INFINITY : errors[errors.length / 2];
    }

    /** Returns the error of a ratio; the rate may fall short by timeouts, which are answers, where nobody counts them. */
    private static double error(Row row, double ratio) {
        Observation seen = row.observation();
        boolean timeouts = seen.errorsPerSecond().isEmpty()
                && seen.meanMs().orElse(0) / 1000
                        > TIMEOUTS_LIKELY * row.limits().timeoutSeconds();
        return timeouts && ratio < 1 && ratio > MOST_ANSWERED ? 0 : Math.abs(Math.log(ratio));
    }

    /** Returns ρX(R+Z) ÷ N, or ρXR ÷ T. */
    static OptionalDouble ratio(Row row, MeasurementConvention view) {
        Observation seen = row.observation();
        if (seen.meanMs().isEmpty() || !view.serverSide() && row.users().isEmpty()) {
            return OptionalDouble.empty();
        }
        double answers = row.rate() + row.timeouts().orElse(0);
        double response = seen.meanMs().getAsDouble() / 1000;
        double users = row.users().orElse(Integer.MAX_VALUE);
        double inside = view.serverSide() ? Math.min(users, row.limits().threads()) : users;
        double cycle = view.serverSide() ? response : response + row.think().orElse(0);
        return OptionalDouble.of(view.requestsPerCount() * answers * cycle / inside);
    }
}
