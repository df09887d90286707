package dev.poolfit.holders;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.FindingOrder;
import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Says what limits the use of a pool, and what to do first: who holds the connections, where and with what.
 *
 * @param answer the verdict in one or two sentences
 * @param findings in the order in which to act
 */
public record HoldVerdict(Message answer, List<Finding> findings) {
    /** The borrows below which nothing is shown, unless threads wait for connections of which as many stacks were seen. */
    public static final long FEW = 50;

    /** The share of all connection time below which a cause is not worth to be done first. */
    static final double WORTH = 0.2;
    /** The same where row locks are waited for: whoever has the lock is one of many that hold a connection. */
    private static final double WORTH_BESIDE_LOCKS = 0.05;
    /** The share of all connection time from which on a cause comes before any change of the pool. */
    private static final double MOST_OF_IT = 0.5;
    /** The share of all connection time from which on it is told what a setting alone would mend. */
    private static final double A_SETTING = 0.01;

    private static final int BRIEF = 160;
    private static final Pattern WRITES = Pattern.compile("insert|update|delete|merge", Pattern.CASE_INSENSITIVE);
    /** The share of a pool in use in the mean below which connections are free. */
    static final double ROOM = 0.7;

    public HoldVerdict {
        findings = List.copyOf(findings);
    }

    /** Returns the verdict on an observation. */
    public static HoldVerdict of(HoldReport report, Surroundings around) {
        var findings = new ArrayList<Finding>();
        PoolLocks.standstill(report).ifPresent(findings::add);
        OptionalInt working = around.database().map(DatabaseReport::working).orElse(OptionalInt.empty());
        findings.addAll(new LongHeld(report, working).findings());
        boolean scarce = Shortage.in(report);
        if (report.borrows() + report.timeouts() < FEW && !(scarce && report.looks() >= FEW)) {
            PoolLimits.queue(report, around, scarce).ifPresent(findings::add);
            HealthChecks.of(report, scarce).ifPresent(findings::add);
            Message nothing = Message.of("holders.nothing", report.borrows(), Math.round(report.seconds()));
            List<Finding> ordered = FindingOrder.of(findings);
            return new HoldVerdict(
                    ordered.stream()
                            .filter(each -> !FindingOrder.waited(each))
                            .findFirst()
                            .map(Finding::advice)
                            .orElse(nothing),
                    ordered);
        }
        Severity severity = scarce ? Severity.WARNING : Severity.INFO;
        List<AttributedTime> spent = AttributedTime.of(report);
        PoolLocks.nested(report).ifPresent(findings::add);
        List<AttributedTime> beside = spent.stream()
                .filter(each -> each.cause != AttributedTime.Cause.DATABASE)
                .toList();
        Optional<RowLocks> locks = around.database().flatMap(database -> RowLocks.of(database, report));
        Optional<AttributedTime> blocker = locks.flatMap(each -> each.held(beside.stream()
                .filter(held -> held.cause != AttributedTime.Cause.REPEATED)
                .filter(held -> held.seconds >= WORTH_BESIDE_LOCKS * report.heldSeconds())
                .toList()));
        Optional<Finding> blocked = locks.map(each -> each.finding(severity, blocker));
        blocked.ifPresent(findings::add);
        // Who waits for a lock waits in the database, which is not at fault for that.
        double locked = blocked.isPresent() ? RowLocks.share(report, around) : 0;
        Optional<AttributedTime> main = blocker.or(() -> worth(beside, report, 0))
                .or(() -> worth(spent, report, locked))
                .or(() -> spent.stream()
                        .filter(any -> locked == 0)
                        .max(Comparator.comparingDouble(each -> each.seconds)));
        Optional<Finding> what = main.map(each -> finding(each, report, scarce, severity, around));
        main.ifPresent(told -> findings.removeIf(each -> each.is(told.cause)));
        List<Finding> limits = new PoolLimits(
                        report,
                        around,
                        scarce,
                        main.filter(each -> each.cause == AttributedTime.Cause.DATABASE)
                                .filter(each -> around.database()
                                        .flatMap(database -> QueryCost.scan(each.statement, database))
                                        .isEmpty())
                                .isPresent())
                .findings();
        // Garbage is made of rows where making objects of rows holds the connections.
        boolean ofRows =
                main.filter(each -> each.cause == AttributedTime.Cause.MAPPING).isPresent()
                        && limits.stream().anyMatch(each -> each.is(HoldRule.GARBAGE));
        boolean swapped = limits.stream().anyMatch(each -> each.is(HoldRule.SWAPPED));
        if (swapped || !ofRows && main.filter(each -> each.cause.computes()).isPresent()) {
            findings.addAll(limits);
            what.ifPresent(findings::add);
        } else {
            what.ifPresent(findings::add);
            findings.addAll(limits);
        }
        spent.stream()
                .filter(each -> each.cause == AttributedTime.Cause.AFTER
                        && main.filter(each::equals).isEmpty())
                .filter(each -> each.seconds >= A_SETTING * report.heldSeconds())
                .findFirst()
                .ifPresent(each -> findings.add(finding(each, report, false, Severity.INFO, around)));
        main.filter(any -> scarce).flatMap(cause -> Victims.of(report, cause)).ifPresent(findings::add);
        HealthChecks.of(report, scarce).ifPresent(findings::add);
        List<Finding> ordered = FindingOrder.of(findings);
        return new HoldVerdict(answer(report, ordered, scarce), ordered);
    }

    /**
     * Returns the verdict where it cannot be recorded who holds the connections.
     *
     * @param why it cannot
     */
    public static HoldVerdict unrecorded(HoldReport report, Surroundings around, Message why) {
        boolean scarce = report.waitingShare() >= WORTH;
        List<Finding> findings = FindingOrder.of(new PoolLimits(report, around, scarce, false).findings());
        return new HoldVerdict(
                Message.of(
                        "holders.unrecorded",
                        why,
                        Quantity.aboutCount(report.inUse()),
                        report.size(),
                        Quantity.share(report.waitingShare())),
                findings);
    }

    /** Returns this verdict with what a trial of its advice showed, behind the advice. */
    public HoldVerdict with(Finding tried) {
        var all = new ArrayList<>(findings);
        int advice = heldAfter().map(findings::indexOf).orElse(-1);
        all.add(advice + 1, tried);
        return new HoldVerdict(answer, all);
    }

    /**
     * Returns this verdict on a service that ended, or stopped answering, in the middle of the observation: that comes
     * first.
     *
     * @param when the time of day
     * @param seconds since the observation began
     */
    public HoldVerdict ended(String when, double seconds) {
        Message said = Message.of("holders.ended", when, Math.round(seconds));
        boolean told = findings.stream().anyMatch(each -> each.advice().equals(answer));
        Message first = told ? said : Message.joined("join.space", List.of(said, answer));
        var all = new ArrayList<>(findings);
        all.add(0, new Finding(HoldRule.SERVICE_ENDED, Severity.WARNING, Map.of("seconds", seconds), first));
        return new HoldVerdict(first, all);
    }

    /** Returns what is told of connections that open-in-view keeps after the transaction, where it is worth it. */
    public Optional<Finding> heldAfter() {
        return findings.stream()
                .filter(each -> each.is(AttributedTime.Cause.AFTER))
                .findFirst();
    }

    /** Returns what a run tells, too: all that is no mere information, but not what it finds out by its own trials. */
    public List<Finding> grave() {
        return findings.stream()
                .filter(each -> each.severity() != Severity.INFO)
                .filter(each -> !each.is(HoldRule.POOL_SMALL) && !each.is(HoldRule.THREADS_FEW))
                .toList();
    }

    /** Returns whether the service ended while it was observed. */
    public boolean ended() {
        return findings.stream().anyMatch(each -> each.is(HoldRule.SERVICE_ENDED));
    }

    /** Returns the first that takes a good part of all connection time, and of the database's work more than is spent on waiting for locks. */
    private static Optional<AttributedTime> worth(List<AttributedTime> causes, HoldReport report, double locked) {
        return causes.stream()
                .filter(each -> each.seconds
                        >= (WORTH + (each.cause == AttributedTime.Cause.DATABASE ? locked : 0)) * report.heldSeconds())
                .findFirst();
    }

    private static Message answer(HoldReport report, List<Finding> findings, boolean scarce) {
        Optional<Finding> grave = findings.stream()
                .filter(each -> each.severity() != Severity.INFO && !FindingOrder.waited(each))
                .findFirst();
        if (grave.isPresent()) {
            return grave.get().advice();
        }
        if (scarce) {
            return Message.of("holders.scarce", Quantity.share(report.waitingShare()));
        }
        return report.inUse() < ROOM * report.size()
                ? Message.of("holders.room", Quantity.aboutCount(report.inUse()), report.size(), report.borrows())
                : Message.of("holders.full", Quantity.aboutCount(report.inUse()), report.size());
    }

    private static Finding finding(
            AttributedTime spent, HoldReport report, boolean scarce, Severity severity, Surroundings around) {
        Interval share = spent.share(report);
        String cause = spent.cause.name().toLowerCase(Locale.ROOT);
        var sentences = new ArrayList<Message>();
        sentences.add(spent.sentence(share));
        spent.statement.ifPresent(sent -> sentences.add(
                spent.cause == AttributedTime.Cause.REPEATED
                        ? Message.of(
                                "holders.repeats", Quantity.aboutCount(sent.perHold()), Quantity.time(sent.eachMs()))
                        : Message.of(
                                "holders.statement",
                                Quantity.aboutCount(sent.perHold()),
                                Quantity.time(sent.eachMs()))));
        if (spent.cause == AttributedTime.Cause.DATABASE) {
            around.database().ifPresent(database -> sentences.addAll(QueryCost.of(spent.statement, database)));
        }
        boolean writes = spent.statement
                .filter(sent -> spent.cause == AttributedTime.Cause.REPEATED
                        && WRITES.matcher(sent.shape()).lookingAt())
                .isPresent();
        sentences.add(Message.of("holders.do." + cause + (writes ? "-write" : "")));
        spent.statement.ifPresent(sent -> sentences.add(Message.of("holders.sql", brief(sent.shape()))));
        if (scarce && !spent.cause.computes()) {
            // Of repeated statements one remains.
            double saved = share.mean()
                    * spent.statement.map(sent -> 1 - 1 / sent.perHold()).orElse(1.0);
            long needed = Math.max(1, (long) Math.ceil(report.size() * (1 - saved) - 1e-9));
            if (needed < report.size()) {
                sentences.add(Message.of("holders.saves", needed, report.size()));
            }
        }
        boolean before = severity == Severity.WARNING && !spent.cause.computes() && share.low() >= MOST_OF_IT;
        return new Finding(
                spent.cause,
                before ? Severity.BLOCKING : severity,
                Map.of(
                        "shareOfConnectionTime", share.mean(),
                        "shareAtLeast", share.low(),
                        "shareAtMost", share.high(),
                        "holdMs", spent.holdMs(),
                        "spentMs", spent.partMs()),
                Message.joined("join.space", sentences));
    }

    private static String brief(String sql) {
        return sql.length() <= BRIEF ? sql : sql.substring(0, BRIEF - 1) + "…";
    }

    /** Returns {@code com.example.PriceFeed.fetch:42} without its package; a lambda by the method that it is written in. */
    public static String shortened(String frame) {
        String named = frame.replaceAll("lambda\\$(\\w+)\\$\\d+", "$1");
        int method = named.lastIndexOf('.');
        int type = method < 0 ? -1 : named.lastIndexOf('.', method - 1);
        return named.substring(type + 1);
    }
}
