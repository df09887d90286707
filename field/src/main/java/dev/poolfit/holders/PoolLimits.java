package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Metric;
import dev.poolfit.holders.HoldReport.Moment;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Finds what limits a service beside what holds its connections: cores, threads, other programs, the pool. */
final class PoolLimits {
    /** The share of the machine from which on other programs decide what is measured. */
    private static final double MUCH = 0.25;
    /** The share of all time that collections of garbage may take. */
    private static final double COLLECTING = 0.1;

    /** Pages a second: at 1 ms each, as of a disk in a network, a fifth of the time of a thread. */
    private static final double MANY_PAGES = 200;

    private static final double NEARLY_ALL = 0.95;
    /** A hold as short as this, in milliseconds, is not worth to be shortened before the pool is fitted. */
    private static final double SHORT_HOLD = 10;

    /** The multiple of a short hold that one hold in a hundred may last before it is worth to be looked at first. */
    private static final double LONGEST = 5;

    /** The share of the periods of the container's CPU limit in which it holds the service back. */
    private static final double HELD_BACK = 0.2;
    /** The share of the container's memory; a JVM in a container usually keeps what it once took. */
    private static final double NEARLY_FULL = 0.95;

    private static final double WORTH = 0.2;
    private static final double MOSTLY = 0.5;
    /** The share of a pool that was ever in use at most below which it is far too large. */
    private static final double FAR_TOO_LARGE = 0.25;

    private static final int LARGE = 20;

    private final HoldReport report;
    private final Surroundings around;
    private final boolean scarce;
    private final boolean database;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * @param scarce whether threads wait for connections
     * @param database whether it is the database that connections are held for, and no index is missing there
     */
    PoolLimits(HoldReport report, Surroundings around, boolean scarce, boolean database) {
        this.report = report;
        this.around = around;
        this.scarce = scarce;
        this.database = database;
    }

    List<Finding> findings() {
        otherPrograms();
        queue(report, around, scarce).ifPresent(findings::add);
        swapped();
        garbage();
        serviceBound();
        throttled();
        memory();
        threads();
        opening();
        poolSmall();
        poolLarge();
        return findings;
    }

    private void add(HoldRule rule, Severity severity, Map<String, Double> evidence, Object... arguments) {
        findings.add(new Finding(rule, severity, evidence, Message.of("holders." + rule.id(), arguments)));
    }

    private void otherPrograms() {
        OptionalDouble others = around.others();
        double cores = around.mean(Metric.HOST_CORES).orElse(Double.MAX_VALUE);
        if (others.isPresent() && others.getAsDouble() >= MUCH * cores && around.hostBusy()) {
            add(
                    HoldRule.OTHER_PROGRAMS,
                    Severity.WARNING,
                    Map.of("otherCores", others.getAsDouble(), "hostCores", cores),
                    Quantity.cores(others.getAsDouble()),
                    Quantity.cores(cores));
        }
    }

    /** Returns what work waits for beside the connections; where all cores are busy it waits for these. */
    static Optional<Finding> queue(HoldReport report, Surroundings around, boolean scarce) {
        return report.fullQueue()
                .filter(any -> !around.serviceBusy() && !around.hostBusy())
                .filter(each -> each.kind() != QueueUse.Kind.CARRIERS || !scarce && around.serviceIdle())
                .map(queue -> new Finding(
                        HoldRule.QUEUE_FULL,
                        !scarce && report.inUse() < HoldVerdict.ROOM * report.size()
                                ? Severity.BLOCKING
                                : Severity.WARNING,
                        Map.of("size", (double) queue.size(), "waiting", queue.waiting(), "fullShare", queue.full()),
                        queue.said(report.inUse(), report.size())));
    }

    /** Whatever holds connections takes longer by that, and collections most of all. */
    private void swapped() {
        double pages = around.mean(Metric.MAJOR_FAULTS).orElse(0);
        if (pages >= MANY_PAGES) {
            double swapped = around.mean(Metric.SERVICE_SWAPPED).orElse(0);
            add(
                    HoldRule.SWAPPED,
                    Severity.BLOCKING,
                    Map.of("pagesPerSecond", pages, "swappedMiB", swapped),
                    Quantity.aboutCount(pages),
                    Quantity.aboutCount(swapped));
        }
    }

    private void garbage() {
        double share = around.mean(Metric.GC).orElse(0) / 1e3;
        if (share >= COLLECTING) {
            add(HoldRule.GARBAGE, Severity.WARNING, Map.of("share", share), Quantity.aboutShare(Math.min(1, share)));
        }
    }

    private void serviceBound() {
        double cores = around.mean(Metric.SERVICE_CPU).orElse(0);
        boolean most = around.hostBusy()
                && cores > around.mean(Metric.DATABASE_CPU).orElse(0)
                && cores > around.others().orElse(0)
                && around.processors().isPresent()
                && cores > MOSTLY * around.processors().getAsDouble();
        if (around.serviceBusy() || most) {
            add(
                    HoldRule.SERVICE_BOUND,
                    Severity.WARNING,
                    Map.of("serviceCpuCores", cores),
                    Quantity.cores(cores),
                    Quantity.cores(around.processors().orElse(0)));
        }
    }

    /** Finds short bursts that the limit holds back although the mean is below it. */
    private void throttled() {
        double share = around.mean(Metric.SERVICE_THROTTLED).orElse(0);
        boolean told = findings.stream().anyMatch(each -> each.is(HoldRule.SERVICE_BOUND));
        if (share >= HELD_BACK && !told) {
            add(
                    HoldRule.CPU_THROTTLED,
                    Severity.WARNING,
                    Map.of("share", share),
                    Quantity.share(share),
                    Quantity.cores(around.processors().orElse(0)));
        }
    }

    private void memory() {
        double used = around.mean(Metric.SERVICE_MEMORY).orElse(0);
        OptionalDouble most = around.mean(Metric.SERVICE_MEMORY_MAX);
        if (most.isPresent() && used >= NEARLY_FULL * most.getAsDouble()) {
            add(
                    HoldRule.MEMORY_NEAR_LIMIT,
                    Severity.WARNING,
                    Map.of("memoryMiB", used, "limitMiB", most.getAsDouble()),
                    Quantity.aboutCount(used),
                    Quantity.aboutCount(most.getAsDouble()));
        }
    }

    private void threads() {
        OptionalDouble busy = around.mean(Metric.THREADS_BUSY);
        OptionalDouble most = around.mean(Metric.THREADS_MAX);
        if (!scarce
                && busy.isPresent()
                && most.isPresent()
                && most.getAsDouble() > 0
                && busy.getAsDouble() >= NEARLY_ALL * most.getAsDouble()
                && findings.stream().noneMatch(each -> each.is(HoldRule.QUEUE_FULL))
                && !around.serviceBusy()) {
            add(
                    HoldRule.THREADS_FEW,
                    Severity.WARNING,
                    Map.of("threadsBusy", busy.getAsDouble(), "threadsMax", most.getAsDouble()),
                    Quantity.aboutCount(most.getAsDouble()),
                    Quantity.aboutCount(report.inUse()),
                    report.size());
        }
    }

    /** Finds threads that wait although not all connections are in use: some are still being opened. */
    private void opening() {
        List<Moment> waiting =
                report.moments().stream().filter(each -> each.waiting() > 0).toList();
        long opening = waiting.stream().filter(Moment::opening).count();
        if (scarce && opening > 0 && opening >= MOSTLY * waiting.size()) {
            add(
                    HoldRule.OPENING_SLOW,
                    Severity.WARNING,
                    Map.of("seconds", (double) opening),
                    opening,
                    waiting.size(),
                    report.size());
        }
    }

    private void poolSmall() {
        List<EndpointHolds.Times> holds = report.endpoints().stream()
                .filter(each -> each.share() >= WORTH)
                .map(EndpointHolds::holds)
                .toList();
        double hold =
                holds.stream().mapToDouble(EndpointHolds.Times::mean).max().orElse(Double.MAX_VALUE);
        boolean allShort = hold <= SHORT_HOLD && holds.stream().allMatch(each -> each.p99() <= LONGEST * SHORT_HOLD);
        if (scarce
                && database
                && allShort
                && findings.stream().allMatch(each -> each.is(HoldRule.QUEUE_FULL))
                && !around.hostBusy()) {
            add(HoldRule.POOL_SMALL, Severity.WARNING, Map.of("holdMs", hold), report.size(), Quantity.time(hold));
        }
    }

    private void poolLarge() {
        int peak = report.moments().stream().mapToInt(Moment::peak).max().orElse(0);
        if (!scarce && report.size() >= LARGE && peak <= FAR_TOO_LARGE * report.size()) {
            add(HoldRule.POOL_LARGE, Severity.INFO, Map.of("peak", (double) peak), peak, report.size());
        }
    }
}
