package dev.poolfit.report;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Made-up trials of a saturated service, with a series that warms up and then wavers; the same on every machine. */
final class SampleTrials {
    private static final int WARM = 6;
    private static final int SECONDS = 20;

    private final int users;
    private final double cores;
    private final double databaseCpu;
    private final double statements;
    private final List<Trial> trials = new ArrayList<>();
    private final Map<Integer, List<Sample>> series = new HashMap<>();

    /** As those of the stock study: 2.7 ms of the database's CPU and 13 statements a request. */
    SampleTrials(int users, double cores) {
        this(users, cores, 0.0027, 13);
    }

    /**
     * @param databaseCpu seconds a request
     * @param statements a request
     */
    SampleTrials(int users, double cores, double databaseCpu, double statements) {
        this.users = users;
        this.cores = cores;
        this.databaseCpu = databaseCpu;
        this.statements = statements;
    }

    /** Each with the rule that a search for a rate tries such settings by. */
    List<Trial> byRules() {
        return trials.stream()
                .map(trial -> TrialBuilder.like(trial)
                        .rules(
                                switch (trial.role()) {
                                    case BASELINE -> new NamedRule("rate", "initial-settings", List.of());
                                    case SEARCH ->
                                        new NamedRule(
                                                "rate",
                                                "worth-trying",
                                                List.of(5),
                                                List.of(
                                                        Message.of(
                                                                "because.loss",
                                                                "pool 19, threads 100",
                                                                Quantity.aboutShare(0.31),
                                                                Quantity.aboutShare(0.12),
                                                                Quantity.aboutShare(0.015)),
                                                        Message.of(
                                                                "because.modelled",
                                                                "pool 19, threads 100",
                                                                Quantity.rate(157.1),
                                                                Quantity.aboutShare(0.04)),
                                                        Message.of("because.cost", "8s", "2m 51s")));
                                    default -> new NamedRule("rate", "settle", List.of(2, 5, 3));
                                })
                        .build())
                .toList();
    }

    List<Trial> list() {
        return trials;
    }

    Map<Integer, List<Sample>> series() {
        return series;
    }

    void add(Role role, Settings settings, double rate, double errors, Flag... flags) {
        int number = trials.size() + 1;
        int pool = settings.pool().orElse(10);
        double pending = Math.max(0, Math.min(users, settings.threads().orElse(users)) - pool);
        double meanMs = users / rate * 1000 * (1 - errors);
        double p99 = Math.min(3200, meanMs * 2.2);
        long good = Math.round(rate * (SECONDS - WARM));
        long failed = Math.round(good * errors / (1 - errors));
        var random = new Random(number);
        var samples = new ArrayList<Sample>();
        for (int second = 0; second < SECONDS; second++) {
            double warmth = Math.min(1, 0.55 + second * 0.09);
            double wave = 1 + random.nextGaussian() * 0.015;
            var values = new EnumMap<Metric, Double>(Metric.class);
            values.put(Metric.THROUGHPUT, (double) Math.round(rate * warmth * wave));
            values.put(Metric.FAILURES, (double) Math.round(rate * errors / (1 - errors) * wave));
            values.put(Metric.P99, p99 / warmth * (1 + random.nextGaussian() * 0.04));
            values.put(Metric.POOL_ACTIVE, (double) pool);
            values.put(Metric.POOL_PENDING, (double) Math.round(pending * wave));
            values.put(Metric.POOL_MAX, (double) pool);
            values.put(Metric.SERVICE_CPU, 0.004 * rate / warmth * wave);
            values.put(Metric.DATABASE_CPU, Math.min(cores, databaseCpu * rate * wave));
            values.put(Metric.CLIENT_CPU, 0.0004 * rate * wave);
            samples.add(new Sample(second, values));
        }
        series.put(number, samples);
        trials.add(TrialBuilder.trial(number)
                .role(role)
                .at(settings)
                .started(Instant.parse("2026-03-02T09:14:07Z").plusSeconds(number * 22L))
                .lasting(WARM, SECONDS - WARM)
                .rate(rate, rate * 0.015)
                .good(good)
                .failed("status 500", failed)
                .responseMs(meanMs)
                .p99Ms(new Interval(p99, p99 * 0.97, p99 * 1.05))
                .read(Metric.USERS, users)
                .read(Metric.POOL_PENDING, pending)
                .read(Metric.POOL_ACTIVE, pool)
                .read(Metric.SERVICE_CPU, 0.004 * rate)
                .read(Metric.DATABASE_CPU, Math.min(cores, databaseCpu * rate))
                .read(Metric.DATABASE_QUERIES, statements * rate)
                .peak(Metric.POOL_PENDING, pending + 2)
                .flags(flags)
                .build());
    }
}
