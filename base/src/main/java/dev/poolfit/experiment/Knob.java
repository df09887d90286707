package dev.poolfit.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A setting of the service that an experiment tunes or holds fixed, with the Spring property behind it. */
public sealed interface Knob permits CountKnob, TimeKnob, FlagKnob {
    CountKnob POOL = CountKnob.POOL;
    CountKnob THREADS = CountKnob.THREADS;
    CountKnob MINIMUM_IDLE = CountKnob.MINIMUM_IDLE;
    CountKnob MIN_SPARE = CountKnob.MIN_SPARE;
    TimeKnob CONNECTION_TIMEOUT = TimeKnob.CONNECTION_TIMEOUT;
    TimeKnob MAX_LIFETIME = TimeKnob.MAX_LIFETIME;
    CountKnob ACCEPT_COUNT = CountKnob.ACCEPT_COUNT;
    CountKnob MAX_CONNECTIONS = CountKnob.MAX_CONNECTIONS;
    FlagKnob OPEN_IN_VIEW = FlagKnob.OPEN_IN_VIEW;

    /** Every knob, in the usual order. */
    List<Knob> ALL = List.of(
            POOL,
            THREADS,
            MINIMUM_IDLE,
            MIN_SPARE,
            CONNECTION_TIMEOUT,
            MAX_LIFETIME,
            ACCEPT_COUNT,
            MAX_CONNECTIONS,
            OPEN_IN_VIEW);

    /** Returns the knob with this key in an experiment file. */
    static Optional<Knob> of(String key) {
        return ALL.stream().filter(knob -> knob.key().equals(key)).findFirst();
    }

    /** Returns a copy in the usual order, which nobody can change. */
    static <V> Map<Knob, V> ordered(Map<? extends Knob, V> values) {
        var copy = new LinkedHashMap<Knob, V>();
        for (Knob knob : ALL) {
            @Nullable V value = values.get(knob);
            if (value != null) {
                copy.put(knob, value);
            }
        }
        return Collections.unmodifiableMap(copy);
    }

    /** Returns the name in an experiment file and in results. */
    String key();

    /** Returns the Spring Boot property. */
    String property();

    /** Returns whether a running service takes a change; the others take it at a restart. */
    boolean live();

    /** Returns the largest number that {@link Settings#number} may have of it. */
    long most();

    /** Returns a value as it is written in an experiment file, from its {@link Settings#number}. */
    String text(long number);
}
