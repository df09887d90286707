package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Golden-section search (Kiefer 1953) on the logarithm of the pool, with the threads that were found. */
final class GoldenSectionPeer implements Peer {
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    @Override
    public Optional<Settings> next(List<Tried> soFar) {
        var rate = new HashMap<Settings, Double>();
        soFar.forEach(each -> rate.put(each.settings(), each.throughput()));
        double low = 0;
        double high = 1;
        while (true) {
            Settings left = at(high - GOLDEN * (high - low));
            Settings right = at(low + GOLDEN * (high - low));
            if (!rate.containsKey(left)) {
                return Optional.of(left);
            }
            if (left.equals(right)) {
                return Optional.empty();
            }
            if (!rate.containsKey(right)) {
                return Optional.of(right);
            }
            if (rate.get(left) >= rate.get(right)) {
                high = low + GOLDEN * (high - low);
            } else {
                low = high - GOLDEN * (high - low);
            }
        }
    }

    private static Settings at(double share) {
        return Settings.ofPoolAndThreads(
                Space.at(Space.POOLS, share), Space.FOUND.threads().orElseThrow());
    }
}
