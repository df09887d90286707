package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.RequestSecond;
import dev.poolfit.evidence.ResponseTimes;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Steadiness;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.units.Durations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The figures of a measured window, with what is wrong with them. */
final class Summary {
    private static final int LEAST_REQUESTS = 30;
    private static final double BUSY_CLIENT = 0.9;
    private static final double LATE_SHARE_OPEN = 0.02;
    private static final double LATE_SHARE_CLOSED = 0.25;
    private static final double DRIFT = 0.1;
    /** A stage of k6 ramps from the users of the one before to its own, so that a window within it is never quite even. */
    private static final double CHANGED_USERS = 0.1;

    private static final double WIDEST = 0.25;
    private static final int LATENCY_DIGITS = 3;

    private final Load load;
    private final Settings settings;
    private final List<ClientSecond> client;
    private final List<Sample> samples;
    private final int leftOut;
    private final Histogram latency = new Histogram(LATENCY_DIGITS);
    private final Map<String, Long> failures = new HashMap<>();
    private long good;
    private long failed;

    /**
     * @param settings the effective settings
     * @param seen the window's seconds as the load generator saw them; at least 2
     * @param read the same seconds with what the probes read
     */
    Summary(Load load, Settings settings, List<ClientSecond> seen, List<Sample> read) {
        this.load = load;
        this.settings = settings;
        boolean growing = load.ramp().isPresent();
        client = growing ? seen : OtherPrograms.quiet(seen, read);
        samples = growing ? read : OtherPrograms.quiet(read, read);
        leftOut = seen.size() - client.size();
        latency.setAutoResize(true);
        for (ClientSecond second : client) {
            latency.add(second.latency());
            good += second.good();
            failed += second.failed();
            second.failures().forEach((cause, count) -> failures.merge(cause, count, Long::sum));
        }
    }

    Trial trial(PlannedTrial planned, int number, Instant started, int warmSeconds, End end) {
        double[] rates = client.stream().mapToDouble(ClientSecond::good).toArray();
        return trial(
                planned,
                number,
                started,
                warmSeconds,
                Statistics.rate(rates),
                (means, peaks) -> flags(rates, means, peaks, end));
    }

    /**
     * A load that grew until it broke, of which nothing is steady.
     *
     * @param carried the rate before it broke
     * @param broke what broke
     */
    Trial ramp(PlannedTrial planned, int number, Instant started, Interval carried, Flag broke) {
        return trial(planned, number, started, 0, carried, (means, peaks) -> {
            var flags = EnumSet.of(broke);
            boolean busy = client.subList(Math.max(0, client.size() - RampWatch.WINDOW), client.size()).stream()
                    .anyMatch(second -> second.cpu() > BUSY_CLIENT);
            double due = client.stream().mapToLong(ClientSecond::due).sum();
            long late = client.stream().mapToLong(ClientSecond::late).sum();
            if (busy || late > mostLate() * due) {
                flags.add(Flag.CLIENT_LIMITED);
            }
            if (good + failed < LEAST_REQUESTS || carried.mean() == 0) {
                flags.add(Flag.TOO_FEW_REQUESTS);
            }
            if (OtherPrograms.spoil(samples.subList(Math.max(0, samples.size() - RampWatch.WINDOW), samples.size()))) {
                flags.add(Flag.OTHER_PROGRAMS);
            }
            return flags;
        });
    }

    /**
     * A setting that held for some periods of a load, between others. Its responses straddle the switches: their percentiles
     * are shown, with an interval that decides nothing, and the mean follows from Little's law where that can be.
     *
     * @param periods good responses a second, by period
     * @param periodSeconds length of a period
     * @param discarded seconds that were left out after the switches, in all
     * @param found what is wrong with the switching
     */
    Trial switched(
            PlannedTrial planned,
            int number,
            Instant started,
            Periods periods,
            int periodSeconds,
            double discarded,
            Set<Flag> found) {
        Interval throughput = Statistics.rate(
                periods.rates().stream().mapToDouble(Double::doubleValue).toArray());
        Trial trial = trial(planned, number, started, 0, throughput, (means, peaks) -> {
            var flags = EnumSet.noneOf(Flag.class);
            flags.addAll(found);
            if (clientLimited(means)) {
                flags.add(Flag.CLIENT_LIMITED);
            }
            if (good + failed < LEAST_REQUESTS) {
                flags.add(Flag.TOO_FEW_REQUESTS);
            }
            return flags;
        });
        double measured = periodSeconds * periods.rates().size() - discarded;
        return new Trial(
                trial.identity(),
                new Trial.Span(discarded, Math.max(1, measured)),
                new Trial.Responses(
                        throughput,
                        good,
                        failed,
                        littleMs(throughput.mean()).orElse(meanMs()),
                        new Interval(trial.p99Ms().mean(), 0, Double.POSITIVE_INFINITY),
                        failures,
                        trial.responses().times()),
                trial.readings(),
                trial.flags(),
                Optional.of(periods));
    }

    /** R = N ÷ X − Z. */
    private OptionalDouble littleMs(double rate) {
        if (!(load.shape() instanceof Load.Users closed) || load.script().isPresent() || rate == 0 || failed > 0) {
            return OptionalDouble.empty();
        }
        double cycle = closed.users() / rate - Durations.seconds(load.think());
        return cycle > 0 ? OptionalDouble.of(1000 * cycle) : OptionalDouble.empty();
    }

    private Trial trial(
            PlannedTrial planned,
            int number,
            Instant started,
            int warmSeconds,
            Interval throughput,
            BiFunction<Map<Metric, Double>, Map<Metric, Double>, Set<Flag>> flags) {
        Interval p99 = latency.getTotalCount() == 0
                ? new Interval(0, 0, 0)
                : milliseconds(Statistics.quantile(
                        client.stream().map(ClientSecond::latency).toList(), 0.99));
        var means = new EnumMap<Metric, Double>(Metric.class);
        var peaks = new EnumMap<Metric, Double>(Metric.class);
        for (Metric metric : Metric.values()) {
            var values = samples.stream()
                    .flatMapToDouble(sample -> sample.get(metric).stream())
                    .summaryStatistics();
            if (values.getCount() > 0) {
                means.put(metric, values.getAverage());
                peaks.put(metric, values.getMax());
            }
        }
        return new Trial(
                new Trial.Identity(number, planned.role(), settings, started, planned.predicted()),
                new Trial.Span(warmSeconds + leftOut, client.size()),
                new Trial.Responses(throughput, good, failed, meanMs(), p99, failures, times()),
                new Trial.Readings(means, peaks),
                flags.apply(means, peaks));
    }

    /** Of all responses, and of each kind of request. */
    private List<ResponseTimes> times() {
        var kinds = new LinkedHashMap<String, List<RequestSecond>>();
        client.stream()
                .flatMap(second -> second.requests().stream())
                .forEach(each -> kinds.computeIfAbsent(each.request(), name -> new ArrayList<>())
                        .add(each));
        return Stream.concat(
                        Stream.of(ResponseTimes.of("", good, failed, latency)),
                        kinds.entrySet().stream().map(each -> times(each.getKey(), each.getValue())))
                .toList();
    }

    private static ResponseTimes times(String request, List<RequestSecond> seconds) {
        var all = new Histogram(LATENCY_DIGITS);
        all.setAutoResize(true);
        seconds.forEach(each -> all.add(each.latency()));
        return ResponseTimes.of(
                request,
                seconds.stream().mapToLong(RequestSecond::good).sum(),
                seconds.stream().mapToLong(RequestSecond::failed).sum(),
                all);
    }

    private Set<Flag> flags(double[] rates, Map<Metric, Double> means, Map<Metric, Double> peaks, End end) {
        var flags = EnumSet.noneOf(Flag.class);
        boolean endedEarly = end != End.PLANNED;
        if (end == End.FUTILE) {
            flags.add(Flag.ENDED_EARLY);
        }
        if (end == End.STOPPED) {
            flags.add(Flag.STOPPED);
        }
        if (!endedEarly && usersChanged()) {
            flags.add(Flag.RAMP_EDGE);
        }
        if (clientLimited(means)) {
            flags.add(Flag.CLIENT_LIMITED);
        }
        if (!endedEarly
                && (Steadiness.drifts(rates, DRIFT) || Steadiness.neverSteady(rates, DRIFT) || scattered(rates))) {
            flags.add(Flag.NOT_STEADY);
        }
        if (good + failed < LEAST_REQUESTS) {
            flags.add(Flag.TOO_FEW_REQUESTS);
        }
        if (OtherPrograms.spoil(samples)) {
            flags.add(Flag.OTHER_PROGRAMS);
        }
        if (poolStarved(means, peaks)) {
            flags.add(Flag.POOL_NOT_REACHED);
        }
        if (!endedEarly && littleViolated(means)) {
            flags.add(Flag.LITTLE_VIOLATED);
        }
        return flags;
    }

    private boolean clientLimited(Map<Metric, Double> means) {
        return means.getOrDefault(Metric.CLIENT_CPU, 0.0) > BUSY_CLIENT
                || means.getOrDefault(Metric.CLIENT_LATE, 0.0) > mostLate();
    }

    /** A late start delays one user of a closed load, which only thinks longer; in open load it is load that was not put. */
    private double mostLate() {
        return load.closed() ? LATE_SHARE_CLOSED : LATE_SHARE_OPEN;
    }

    /** An interval so wide that it says nothing, as when something else took the machine for a while. */
    private static boolean scattered(double[] rates) {
        Interval throughput = Statistics.rate(rates);
        return throughput.mean() > 0 && throughput.relativeHalfWidth() > WIDEST;
    }

    /** Requests waited although the pool was still smaller than it may be. */
    private boolean poolStarved(Map<Metric, Double> means, Map<Metric, Double> peaks) {
        double total = peaks.getOrDefault(Metric.POOL_TOTAL, Double.MAX_VALUE);
        return settings.pool().isPresent()
                && total < settings.pool().getAsInt()
                && means.getOrDefault(Metric.POOL_PENDING, 0.0) > 1;
    }

    /**
     * Little's law over users, Z and R; the tolerance grows where a response takes much of the window, for then its
     * edges count.
     */
    private boolean littleViolated(Map<Metric, Double> means) {
        double there =
                load.shape() instanceof Load.Users closed ? closed.users() : means.getOrDefault(Metric.USERS, 0.0);
        if (!load.closed() || there == 0 || load.script().isPresent()) {
            return false;
        }
        double cycle = meanMs() / 1000 + Durations.seconds(load.think());
        double users = (good + failed) / (double) client.size() * cycle;
        double tolerance = 0.05 + 0.1 * Math.min(1, cycle / client.size());
        return Math.abs(users / there - 1) > tolerance;
    }

    /** Users of a closed load who came or went within the window, as on a ramp. */
    private boolean usersChanged() {
        var users = client.stream().mapToDouble(ClientSecond::users).summaryStatistics();
        return load.closed() && users.getMax() - users.getMin() > Math.max(1, CHANGED_USERS * users.getMax());
    }

    private double meanMs() {
        return latency.getTotalCount() == 0 ? 0 : latency.getMean() / 1000;
    }

    private static Interval milliseconds(Interval micros) {
        return new Interval(micros.mean() / 1000, micros.low() / 1000, micros.high() / 1000);
    }
}
