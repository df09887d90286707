package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import java.util.List;

/** Little's law at the pool: connections in use = throughput × connection time a request. */
final class Little {
    private Little() {}

    /** Returns the connection time for each good response in seconds; 0 where the pool was not read or nothing ended. */
    static double holdSeconds(List<ClientSecond> client, List<Sample> read) {
        double inUse = read.stream()
                .flatMapToDouble(sample -> sample.get(Metric.POOL_ACTIVE).stream())
                .average()
                .orElse(0);
        long good = client.stream().mapToLong(ClientSecond::good).sum();
        return good == 0 ? 0 : inUse * client.size() / good;
    }
}
