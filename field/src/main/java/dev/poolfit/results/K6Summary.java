package dev.poolfit.results;

import tools.jackson.databind.JsonNode;

/** Reads k6's summary of a test as JSON, in any of the shapes of {@link K6Metrics}. */
final class K6Summary {
    static final String SOURCE = "k6's summary";
    static final String NO_P99 = "k6 writes the 99th percentile with --summary-trend-stats=\"avg,p(99)\".";

    private K6Summary() {}

    static Results read(JsonNode root, Complaints complaints) {
        var metrics = new K6Metrics(root, complaints);
        double rate =
                K6Metrics.knows(root) ? rate(metrics, complaints) : metrics.required("http_reqs", "rate", Domain.RATE);
        double p99 = metrics.figure("http_req_duration", "p(99)", Domain.MILLIS);
        var report = new TestReport(SOURCE)
                .answered(rate)
                .failedShare(failedShare(metrics, complaints))
                .times(metrics.mean(), p99)
                .users(users(metrics))
                .iterations(metrics.rate("iterations"), metrics.figure("iteration_duration", "avg", Domain.MILLIS))
                .dropped(metrics.rate("dropped_iterations"));
        return (Double.isNaN(p99) ? report.notice(NO_P99) : report).results(complaints);
    }

    private static double rate(K6Metrics metrics, Complaints complaints) {
        double rate = metrics.rate("http_reqs");
        if (Double.isNaN(rate)) {
            complaints.add(0, "metrics.http_reqs.count", "is missing; test with HTTP requests");
        }
        return rate;
    }

    private static double failedShare(K6Metrics metrics, Complaints complaints) {
        double share = metrics.figure("http_req_failed", "rate", Domain.NOT_NEGATIVE);
        if (Double.isNaN(share)) {
            share = metrics.figure("http_req_failed", "value", Domain.NOT_NEGATIVE);
        }
        if (share > 1) {
            complaints.add(0, "metrics.http_req_failed", "must be a share from 0 to 1, but is " + share);
        }
        return share;
    }

    /** Returns the most users that were active; those that were set aside for it where that is not there. */
    private static double users(K6Metrics metrics) {
        double active = metrics.figure("vus", "max", Domain.USERS);
        double aside = metrics.figure("vus_max", "max", Domain.USERS);
        return !Double.isNaN(active)
                ? active
                : !Double.isNaN(aside) ? aside : metrics.figure("vus_max", "value", Domain.USERS);
    }
}
