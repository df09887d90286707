package dev.poolfit.model.fit;

import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Derives the requests in progress where nobody gives the users: rate × mean response time (Little 1961). Where this is the
 * same in every row, so many users without a pause explain it.
 */
final class RequestsInProgress {
    /** The share by which the rows may differ and still show one number of users. */
    private static final double STEADY = 0.15;
    /** The share of one more user below which the difference is rounding. */
    private static final double ROUNDING = 0.02;

    private final List<Row> rows;
    private final boolean threadsKnown;
    private final double[] numbers;

    /**
     * @param threadsKnown whether somebody said how many worker threads every row had
     */
    RequestsInProgress(List<Row> rows, boolean threadsKnown) {
        this.rows = rows;
        this.threadsKnown = threadsKnown;
        numbers = rows.stream()
                .filter(row -> row.users().isEmpty() && row.arrivals().isEmpty())
                .flatMapToDouble(row -> number(row).stream())
                .sorted()
                .toArray();
    }

    /** Returns mean requests in progress without those that the tool dropped; empty where the mean response time is unknown. */
    static OptionalDouble number(Row row) {
        OptionalDouble mean = row.observation().meanMs();
        return mean.isPresent() && mean.getAsDouble() > 0
                ? OptionalDouble.of((row.rate() + row.timeouts().orElse(0)) * mean.getAsDouble() / 1000)
                : OptionalDouble.empty();
    }

    /** Returns the rows with the users that follow, where they do; a single row gets the pause from its users. */
    List<Row> filled() {
        return derivable() || pause().isPresent()
                ? rows.stream().map(RequestsInProgress::filled).toList()
                : rows;
    }

    /** Returns the mean pause of a user between two requests, in seconds, where one row alone says it: Z = N ÷ X − R. */
    private OptionalDouble pause() {
        return rows.size() == 1
                        && rows.get(0).wantsThink()
                        && number(rows.get(0)).isPresent()
                ? filled(rows.get(0)).think()
                : OptionalDouble.empty();
    }

    /** Returns the assumed number of users, in a sentence; empty where none was derived. */
    Optional<Message> note() {
        OptionalDouble pause = pause();
        if (pause.isPresent()) {
            return Optional.of(Message.of("rows.think-derived", Quantity.time(1000 * pause.getAsDouble())));
        }
        if (!derivable()) {
            return Optional.empty();
        }
        return Optional.of(Message.of("rows.users-derived", Quantity.aboutCount(numbers[numbers.length / 2])));
    }

    /** Returns the range of what was in progress, where it tells no number of users. */
    Optional<Message> range() {
        return numbers.length == 0
                ? Optional.empty()
                : Optional.of(Message.of(
                        "join.to", Quantity.aboutCount(numbers[0]), Quantity.aboutCount(numbers[numbers.length - 1])));
    }

    private boolean derivable() {
        return numbers.length > 0
                && numbers[numbers.length - 1] - numbers[0] <= STEADY * numbers[numbers.length / 2]
                && !saturated();
    }

    /** Returns whether all worker threads were busy, as far as their number is not a default. */
    private boolean saturated() {
        return threadsKnown && new MeasurementConventions(rows).showBusyThreads();
    }

    private static Row filled(Row row) {
        OptionalDouble number = number(row);
        if (row.think().isPresent() && row.users().isPresent() || row.arrivals().isPresent() || number.isEmpty()) {
            return row;
        }
        int users = row.users().orElse((int) Math.max(1, Math.ceil(number.getAsDouble() * (1 - ROUNDING))));
        double answers = row.rate() + row.timeouts().orElse(0);
        double think = users / answers - row.observation().meanMs().orElseThrow() / 1000;
        return new Row(
                row.observation(),
                row.limits(),
                OptionalInt.of(users),
                OptionalDouble.of(Math.max(0, think)),
                row.arrivals(),
                row.failedAnswers());
    }
}
