package dev.poolfit.model;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.units.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/** What was assumed although every row says something else: rows stand, and it is said that they do. */
final class Overruled {
    private final List<Observation> rows;
    private final List<Sentence> notes = new ArrayList<>();

    private Overruled(List<Observation> rows) {
        this.rows = rows;
    }

    /** Whole sentences. */
    static List<Sentence> notes(List<Observation> rows, Assumptions assumed) {
        var overruled = new Overruled(rows);
        overruled.add("overruled.pool", number(assumed.pool()), row -> knob(row, Knob.POOL, 1));
        overruled.add("overruled.threads", number(assumed.threads()), row -> knob(row, Knob.THREADS, 1));
        overruled.add(
                "overruled.timeout", assumed.connectionTimeout(), row -> knob(row, Knob.CONNECTION_TIMEOUT, 1000));
        overruled.add("overruled.users", number(assumed.users()), Observation::users);
        overruled.add("overruled.think", assumed.think(), Observation::thinkSeconds);
        return overruled.notes;
    }

    private void add(String key, OptionalDouble assumed, Function<Observation, OptionalDouble> said) {
        if (assumed.isPresent()
                && rows.stream().map(said).allMatch(OptionalDouble::isPresent)
                && rows.stream().map(said).anyMatch(each -> !each.equals(assumed))) {
            notes.add(Sentence.of(key));
        }
    }

    private static OptionalDouble number(OptionalInt value) {
        return value.isPresent() ? OptionalDouble.of(value.getAsInt()) : OptionalDouble.empty();
    }

    private static OptionalDouble knob(Observation row, Knob knob, double unit) {
        return row.settings().has(knob) ? OptionalDouble.of(row.settings().get(knob) / unit) : OptionalDouble.empty();
    }
}
