package dev.poolfit.model.fit;

import dev.poolfit.evidence.Observation;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/** Tells what was assumed although every row says something else; then the rows stand. */
final class OverriddenAssumptions {
    private final List<Observation> rows;
    private final List<Message> notes = new ArrayList<>();

    private OverriddenAssumptions(List<Observation> rows) {
        this.rows = rows;
    }

    static List<Message> notes(List<Observation> rows, Assumptions assumed) {
        var overridden = new OverriddenAssumptions(rows);
        overridden.add(
                "overridden.pool",
                number(assumed.pool()),
                row -> number(row.settings().pool()));
        overridden.add(
                "overridden.threads",
                number(assumed.threads()),
                row -> number(row.settings().threads()));
        overridden.add(
                "overridden.timeout",
                seconds(assumed.connectionTimeout()),
                row -> seconds(row.settings().connectionTimeout()));
        overridden.add("overridden.users", number(assumed.users()), Observation::users);
        overridden.add("overridden.think", assumed.think(), Observation::thinkSeconds);
        return overridden.notes;
    }

    private void add(String key, OptionalDouble assumed, Function<Observation, OptionalDouble> said) {
        if (assumed.isPresent()
                && rows.stream().map(said).allMatch(OptionalDouble::isPresent)
                && rows.stream().map(said).anyMatch(each -> !each.equals(assumed))) {
            notes.add(Message.of(key));
        }
    }

    private static OptionalDouble seconds(Optional<Duration> time) {
        return time.stream().mapToDouble(Durations::seconds).findFirst();
    }

    private static OptionalDouble number(OptionalInt value) {
        return value.isPresent() ? OptionalDouble.of(value.getAsInt()) : OptionalDouble.empty();
    }
}
