package dev.poolfit.service;

import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Holds the probes that could be set up, and what is missing. */
final class ProbeSet implements AutoCloseable {
    private final List<Probe> probes = new ArrayList<>();
    private final List<Message> missing = new ArrayList<>();
    private OptionalInt maxConnections = OptionalInt.empty();

    void add(Probe probe) {
        probes.add(new BoundedProbe(probe));
    }

    void add(DatabaseProbe probe) {
        add((Probe) probe);
        maxConnections = probe.maxConnections();
    }

    OptionalInt maxConnections() {
        return maxConnections;
    }

    /** Adds a sentence on what is missing, why, and what to do. */
    void miss(Message sentence) {
        missing.add(sentence);
    }

    List<Probe> probes() {
        return List.copyOf(probes);
    }

    List<Message> missing() {
        return List.copyOf(missing);
    }

    @Override
    public void close() {
        probes.forEach(Probe::close);
    }
}
