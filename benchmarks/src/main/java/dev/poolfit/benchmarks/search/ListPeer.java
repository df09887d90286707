package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Tries a list from its first setting to its last: a grid, a sweep, chance. */
record ListPeer(List<Settings> settings) implements Peer {
    private static final int MANY = 100;

    /** Tries six pools by four thread counts, shuffled. */
    static ListPeer grid(long seed) {
        List<Settings> cells = TruthSearch.cross(Space.spread(Space.POOLS, 6), Space.spread(Space.THREADS, 4));
        Collections.shuffle(cells, new Random(seed));
        return new ListPeer(cells);
    }

    /** Tries six pools with the threads that were found. */
    static ListPeer sweep() {
        int threads = Space.FOUND.threads().orElseThrow();
        return new ListPeer(Arrays.stream(Space.spread(Space.POOLS, 6))
                .mapToObj(pool -> Settings.ofPoolAndThreads(pool, threads))
                .toList());
    }

    /** Draws settings, every ratio as likely; first come those that were found. */
    static ListPeer random(long seed) {
        var random = new Random(seed);
        return new ListPeer(IntStream.range(0, MANY)
                .mapToObj(i -> i == 0
                        ? Space.FOUND
                        : Settings.ofPoolAndThreads(
                                Space.at(Space.POOLS, random.nextDouble()),
                                Space.at(Space.THREADS, random.nextDouble())))
                .toList());
    }

    @Override
    public Optional<Settings> next(List<Tried> soFar) {
        return soFar.size() < settings.size() ? Optional.of(settings.get(soFar.size())) : Optional.empty();
    }
}
