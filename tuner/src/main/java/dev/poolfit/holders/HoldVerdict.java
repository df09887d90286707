package dev.poolfit.holders;

import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What limits the use of a pool, and what to do first: who holds the connections, where and with what.
 *
 * @param answer the verdict in one or two sentences
 * @param findings in the order in which to act
 */
public record HoldVerdict(Message answer, List<Finding> findings) {
    /** Fewer borrows show nothing. */
    private static final long FEW = 50;

    /** Threads that waited in fewer seconds than this were an exception. */
    private static final double SOMETIMES = 0.1;
    /** A cause that holds less of all connection time is not worth to be done first. */
    private static final double WORTH = 0.2;

    private static final double NESTED = 0.01;
    private static final double BUSY = 0.85;
    private static final double ROOM = 0.7;

    public HoldVerdict {
        findings = List.copyOf(findings);
    }

    /**
     * What surrounds the pool.
     *
     * @param serviceCores CPU of the service, in cores
     * @param processors that it may use
     */
    public record Surroundings(OptionalDouble serviceCores, OptionalInt processors) {
        public static final Surroundings UNKNOWN = new Surroundings(OptionalDouble.empty(), OptionalInt.empty());

        boolean busy() {
            return serviceCores.isPresent()
                    && processors.isPresent()
                    && serviceCores.getAsDouble() >= BUSY * processors.getAsInt();
        }
    }

    /** Why a connection is held; what is the database's own work comes last, since it has to be done. */
    private enum Cause {
        CONNECTION,
        SLEEP,
        REMOTE,
        LOCK,
        AFTER,
        CODE,
        DATABASE
    }

    /** Connection time that is spent in one way, of all endpoints that do so. */
    private static final class Spent {
        final Cause cause;
        final List<EndpointHolds> endpoints = new ArrayList<>();
        final Map<String, Double> frames = new LinkedHashMap<>();
        double seconds;

        Spent(Cause cause) {
            this.cause = cause;
        }

        void add(EndpointHolds endpoint, EndpointHolds.Use use) {
            double spent = use.share() * endpoint.seconds();
            seconds += spent;
            if (!endpoints.contains(endpoint)) {
                endpoints.add(endpoint);
            }
            use.stack().top().ifPresent(frame -> frames.merge(frame, spent, Double::sum));
        }

        Optional<String> frame() {
            return frames.entrySet().stream()
                    .max(Comparator.comparingDouble(Map.Entry<String, Double>::getValue))
                    .map(Map.Entry::getKey);
        }

        /** The mean hold of its endpoints, milliseconds. */
        double holdMs() {
            double held = endpoints.stream().mapToDouble(EndpointHolds::seconds).sum();
            return held / Math.max(1, borrows()) * 1e3;
        }

        double partMs() {
            return seconds / Math.max(1, borrows()) * 1e3;
        }

        private long borrows() {
            return endpoints.stream().mapToLong(EndpointHolds::borrows).sum();
        }
    }

    /** The verdict on an observation. */
    public static HoldVerdict of(HoldReport report, Surroundings around) {
        var findings = new ArrayList<Finding>();
        leaks(report).ifPresent(findings::add);
        if (report.borrows() + report.timeouts() < FEW) {
            Message nothing = Message.of("holders.nothing", report.borrows(), Math.round(report.seconds()));
            return new HoldVerdict(
                    findings.isEmpty() ? nothing : findings.get(0).advice(), findings);
        }
        boolean scarce = report.waitingShare() >= SOMETIMES || report.timeouts() > 0;
        Severity severity = scarce ? Severity.WARNING : Severity.INFO;
        List<Spent> spent = spent(report);
        nested(report, severity).ifPresent(findings::add);
        Optional<Spent> first = spent.stream()
                .filter(each -> each.cause != Cause.DATABASE)
                .filter(each -> each.seconds >= WORTH * total(report))
                .findFirst();
        Optional<Spent> main = first.or(() -> spent.stream().findFirst());
        main.ifPresent(each -> findings.add(finding(each, report, scarce, severity)));
        if (around.busy()) {
            findings.add(new Finding(
                    "service-bound",
                    Severity.WARNING,
                    Map.of("serviceCpuCores", around.serviceCores().orElse(0)),
                    Message.of(
                            "holders.service-bound",
                            Quantity.cores(around.serviceCores().orElse(0)),
                            around.processors().orElse(0))));
        }
        if (scarce) {
            return new HoldVerdict(
                    findings.isEmpty()
                            ? Message.of("holders.scarce", Quantity.share(report.waitingShare()))
                            : findings.get(0).advice(),
                    findings);
        }
        if (around.busy()) {
            return new HoldVerdict(findings.get(findings.size() - 1).advice(), findings);
        }
        return new HoldVerdict(
                report.inUse() < ROOM * report.size()
                        ? Message.of(
                                "holders.room", Quantity.aboutCount(report.inUse()), report.size(), report.borrows())
                        : Message.of("holders.full", Quantity.aboutCount(report.inUse()), report.size()),
                findings);
    }

    private static Optional<Finding> leaks(HoldReport report) {
        if (report.leaks().isEmpty()) {
            return Optional.empty();
        }
        Leak longest = report.leaks().stream()
                .max(Comparator.comparingDouble(Leak::seconds))
                .orElseThrow();
        Optional<String> where = longest.borrowed().flatMap(Stack::top);
        return Optional.of(new Finding(
                "leak",
                Severity.WARNING,
                Map.of("connections", (double) report.leaks().size(), "seconds", longest.seconds()),
                Message.of(
                        where.isPresent() ? "holders.leak" : "holders.leak-unseen",
                        report.leaks().size(),
                        Math.round(HoldStatistics.LEAK_SECONDS),
                        longest.name(),
                        shortened(where.orElse("")))));
    }

    private static Optional<Finding> nested(HoldReport report, Severity severity) {
        return report.endpoints().stream()
                .filter(each -> each.nested() > NESTED * each.borrows() && each.nested() >= FEW / 10)
                .max(Comparator.comparingLong(EndpointHolds::nested))
                .map(each -> new Finding(
                        "nested-connections",
                        severity,
                        Map.of("nested", (double) each.nested(), "borrows", (double) each.borrows()),
                        Message.of(
                                "holders.nested",
                                each.name(),
                                Quantity.share((double) each.nested() / each.borrows()))));
    }

    private static double total(HoldReport report) {
        return report.endpoints().stream().mapToDouble(EndpointHolds::seconds).sum();
    }

    /** Each way of spending, the one with the most connection-seconds first. */
    private static List<Spent> spent(HoldReport report) {
        var ways = new LinkedHashMap<String, Spent>();
        for (EndpointHolds endpoint : report.endpoints()) {
            for (EndpointHolds.Use use : endpoint.uses()) {
                Cause cause = cause(use.stack(), report.openInView());
                ways.computeIfAbsent(cause + " " + where(cause, endpoint, use), unseen -> new Spent(cause))
                        .add(endpoint, use);
            }
        }
        return ways.values().stream()
                .sorted(Comparator.comparingDouble((Spent each) -> each.seconds).reversed())
                .toList();
    }

    /** What is one place: a method that waits; all that is done after the transaction; else an endpoint. */
    private static String where(Cause cause, EndpointHolds endpoint, EndpointHolds.Use use) {
        return switch (cause) {
            case AFTER -> "";
            case CODE -> endpoint.name();
            default ->
                use.stack().top().map(frame -> frame.replaceFirst(":\\d+$", "")).orElse("");
        };
    }

    private static Cause cause(Stack stack, boolean openInView) {
        return switch (stack.kind()) {
            case DATABASE -> Cause.DATABASE;
            case SLEEP -> Cause.SLEEP;
            case REMOTE -> Cause.REMOTE;
            case LOCK -> Cause.LOCK;
            case CONNECTION -> Cause.CONNECTION;
            case MAPPING, RENDERING, CODE -> openInView && !stack.inTransaction() ? Cause.AFTER : Cause.CODE;
        };
    }

    private static Finding finding(Spent spent, HoldReport report, boolean scarce, Severity severity) {
        double share = spent.seconds / total(report);
        String cause = spent.cause.name().toLowerCase(Locale.ROOT);
        Message what = Message.of("holders.cause." + cause);
        EndpointHolds main = spent.endpoints.get(0);
        var sentences = new ArrayList<Message>();
        sentences.add(Message.of(
                "holders.share",
                Quantity.aboutShare(share),
                spent.frame()
                        .map(frame -> Message.of("holders.at", what, shortened(frame)))
                        .orElse(what),
                Quantity.time(spent.partMs()),
                Quantity.time(spent.holdMs()),
                spent.endpoints.size() == 1
                        ? Message.verbatim(main.name())
                        : Message.of("holders.and-more", main.name(), spent.endpoints.size() - 1)));
        sentences.add(Message.of("holders.do." + cause));
        if (scarce && spent.cause != Cause.DATABASE) {
            long needed = Math.max(1, (long) Math.ceil(report.size() * (1 - share) - 1e-9));
            if (needed < report.size()) {
                sentences.add(Message.of("holders.saves", needed, report.size()));
            }
        }
        return new Finding(
                "held-by-" + cause,
                severity,
                Map.of(
                        "shareOfConnectionTime", share,
                        "holdMs", spent.holdMs(),
                        "spentMs", spent.partMs()),
                Message.joined("join.space", sentences));
    }

    /** {@code com.example.PriceFeed.fetch:42} without its package; a lambda by the method that it is written in. */
    public static String shortened(String frame) {
        String named = frame.replaceAll("lambda\\$(\\w+)\\$\\d+", "$1");
        int method = named.lastIndexOf('.');
        int type = method < 0 ? -1 : named.lastIndexOf('.', method - 1);
        return named.substring(type + 1);
    }
}
