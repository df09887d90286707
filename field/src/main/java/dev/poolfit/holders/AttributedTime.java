package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Sums connection time that is spent in one way, of all endpoints that do so. */
final class AttributedTime {
    /** The statements of one shape in a hold from which on they are one for each row of another. */
    private static final double REPEATS = 5;
    /** The share of an endpoint's holds below which it does not usually send a statement. */
    private static final double USUALLY = 0.2;
    /** An interval of a share that is as narrow as that is not worth the words. */
    private static final double SURE = 0.02;

    /** Says why a connection is held; the database's own work comes last, since it has to be done. */
    enum Cause implements Finding.Rule {
        CONNECTION,
        SLEEP,
        REMOTE,
        LOCK,
        AFTER,
        STREAM,
        NOBODY,
        MAPPING,
        CODE,
        /** One statement, sent again and again. */
        REPEATED,
        DATABASE;

        @Override
        public String id() {
            return "held-by-" + name().toLowerCase(Locale.ROOT);
        }

        /** Returns whether cores that are all busy make it longer. */
        boolean computes() {
            return this == MAPPING || this == CODE || this == DATABASE;
        }
    }

    final Cause cause;
    final List<EndpointHolds> endpoints = new ArrayList<>();
    final Map<String, Double> frames = new LinkedHashMap<>();
    double seconds;
    /** The same as if no hold were longer because of others. */
    double ownSeconds;

    Optional<SentStatement> statement = Optional.empty();

    AttributedTime(Cause cause) {
        this.cause = cause;
    }

    static AttributedTime on(EndpointHolds endpoint, SentStatement repeated, double growth) {
        var spent = new AttributedTime(Cause.REPEATED);
        spent.endpoints.add(endpoint);
        spent.seconds = repeated.seconds();
        spent.ownSeconds = repeated.seconds() / growth;
        spent.statement = Optional.of(repeated);
        repeated.stack().flatMap(Stack::top).ifPresent(frame -> spent.frames.put(frame, spent.seconds));
        return spent;
    }

    void add(EndpointHolds endpoint, EndpointHolds.Use use, double growth) {
        double spent = use.share() * endpoint.seconds();
        seconds += spent;
        ownSeconds += spent / growth;
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

    double holdMs() {
        double held = endpoints.stream().mapToDouble(EndpointHolds::seconds).sum();
        return held / Math.max(1, borrows()) * 1e3;
    }

    double partMs() {
        return seconds / Math.max(1, borrows()) * 1e3;
    }

    /**
     * Returns the share of all connection time, 0 to 1, with its interval by the number of stacks that were looked at. The stacks of one hold are
     * alike, so that an endpoint has as many as holds at most; endpoints count by their weight (Kish, <i>Survey Sampling</i>, 1965: the effective
     * size of a sample).
     */
    Interval share(HoldReport report) {
        double share = Math.min(1, seconds / report.heldSeconds());
        double all = endpoints.stream().mapToDouble(EndpointHolds::seconds).sum();
        double squares = endpoints.stream()
                .mapToDouble(each -> Math.pow(each.seconds() / all, 2) / Math.max(1, looks(each)))
                .sum();
        // Of the connection time that other endpoints take it is known that it is not spent so.
        double of = all / report.heldSeconds();
        Interval own = Statistics.share(Math.min(1, share / of), 1 / squares);
        return new Interval(share, Math.min(share, own.low() * of), Math.max(share, own.high() * of));
    }

    /** Counts what was looked at: stacks, or of a statement holds. */
    private long looks(EndpointHolds each) {
        long borrows = each.borrows() > 0 ? each.borrows() : Long.MAX_VALUE;
        return cause == Cause.REPEATED ? each.watched() : Math.min(borrows, each.looks() > 0 ? each.looks() : borrows);
    }

    /** Says what it is, where, and how much of each ended hold; the share is of all connection time, 0 to 1. */
    Message sentence(Interval share) {
        Message what = Message.of("holders.cause." + cause.name().toLowerCase(Locale.ROOT));
        String main = endpoints.get(0).name();
        return Message.of(
                borrows() == 0 ? "holders.share-open" : "holders.share",
                share.high() - share.low() < SURE
                        ? Quantity.aboutShare(share.mean())
                        : Quantity.aboutShare(share.mean()).between(share.low(), share.high()),
                frame().map(frame -> Message.of("holders.at", what, HoldVerdict.shortened(frame)))
                        .orElse(what),
                Quantity.time(partMs()),
                Quantity.time(holdMs()),
                endpoints.size() == 1
                        ? Message.verbatim(main)
                        : Message.of("holders.and-more", main, endpoints.size() - 1),
                seen());
    }

    /** Says what the share rests on: the stacks that were looked at, and the holds that they are of. */
    private Message seen() {
        if (cause == Cause.REPEATED) {
            long watched = endpoints.stream().mapToLong(EndpointHolds::watched).sum();
            return Message.of("holders.seen.statements", Quantity.aboutCount(watched));
        }
        long stacks = endpoints.stream().mapToLong(EndpointHolds::looks).sum();
        return stacks == 0
                ? Message.of("holders.seen.holds", Quantity.aboutCount(borrows()))
                : Message.of("holders.seen.stacks", Quantity.aboutCount(stacks), Quantity.aboutCount(borrows()));
    }

    /**
     * Says what is done with a connection that the database waits for; empty where no line of the application is known.
     *
     * @param elsewhere connection-seconds that are not spent in the database
     */
    Optional<Message> meanwhile(double elsewhere) {
        double share = Math.min(1, seconds / Math.max(1e-9, elsewhere));
        return frame().map(frame -> Message.of(
                share > 0.5 ? "holders.blocked.meanwhile" : "holders.blocked.share",
                Message.of(
                        "holders.at",
                        Message.of("holders.cause." + cause.name().toLowerCase(Locale.ROOT)),
                        HoldVerdict.shortened(frame)),
                Quantity.time(partMs()),
                endpoints.get(0).name(),
                Quantity.aboutShare(share)));
    }

    private long borrows() {
        return endpoints.stream().mapToLong(EndpointHolds::borrows).sum();
    }

    /**
     * Returns each way of spending, the one with the most connection-seconds of its own first: a {@linkplain Victims victim} is none however much it
     * holds.
     */
    static List<AttributedTime> of(HoldReport report) {
        var ways = new LinkedHashMap<String, AttributedTime>();
        var victims = new Victims(report);
        for (EndpointHolds endpoint : report.endpoints()) {
            for (EndpointHolds.Use use : endpoint.uses()) {
                Cause cause = cause(use.stack(), report.openInView());
                ways.computeIfAbsent(cause + " " + where(cause, endpoint, use), unseen -> new AttributedTime(cause))
                        .add(endpoint, use, victims.growth(endpoint));
            }
        }
        ways.values().stream().filter(way -> way.cause == Cause.DATABASE).forEach(way -> way.statement = longest(way));
        return Stream.concat(ways.values().stream(), repeated(report, victims))
                .sorted(Comparator.comparingDouble((AttributedTime each) -> each.ownSeconds)
                        .reversed())
                .toList();
    }

    private static Stream<AttributedTime> repeated(HoldReport report, Victims victims) {
        return report.endpoints().stream()
                .flatMap(endpoint -> endpoint.statements().stream()
                        .filter(each -> each.perHold() >= REPEATS
                                && !each.shape().startsWith("(")
                                && each.holds() >= USUALLY * endpoint.borrows())
                        .map(each -> AttributedTime.on(endpoint, each, victims.growth(endpoint))));
    }

    /** Returns the statement that takes longest where this time is spent, or else at the endpoint that spends most. */
    private static Optional<SentStatement> longest(AttributedTime spent) {
        Optional<String> method = spent.frame().map(AttributedTime::method);
        List<SentStatement> all = spent.endpoints.stream()
                .flatMap(endpoint -> endpoint.statements().stream())
                .toList();
        return Stream.concat(
                        all.stream()
                                .filter(each -> method.isPresent()
                                        && each.stack()
                                                .flatMap(Stack::top)
                                                .map(AttributedTime::method)
                                                .equals(method))
                                .max(Comparator.comparingDouble(SentStatement::seconds))
                                .stream(),
                        spent.endpoints.get(0).statements().stream())
                .findFirst();
    }

    private static String method(String frame) {
        return frame.replaceFirst(":\\d+$", "");
    }

    /** Returns one place: a method that waits; all that is done after the transaction; else an endpoint. */
    private static String where(Cause cause, EndpointHolds endpoint, EndpointHolds.Use use) {
        return switch (cause) {
            case AFTER, STREAM, NOBODY -> "";
            case CODE -> endpoint.name();
            default -> use.stack().top().map(AttributedTime::method).orElse("");
        };
    }

    private static Cause cause(Stack stack, boolean openInView) {
        return switch (stack.kind()) {
            case DATABASE -> Cause.DATABASE;
            case SLEEP -> Cause.SLEEP;
            case REMOTE -> Cause.REMOTE;
            case LOCK -> Cause.LOCK;
            case CONNECTION -> Cause.CONNECTION;
            case STREAM -> Cause.STREAM;
            case NOBODY -> Cause.NOBODY;
            case MAPPING, RENDERING, CODE ->
                openInView && !stack.inTransaction()
                        ? Cause.AFTER
                        : stack.kind() == HoldKind.MAPPING ? Cause.MAPPING : Cause.CODE;
        };
    }
}
