package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds what is told of connections that are held for very long: those that are lost first. */
final class LongHeld {
    /** The seconds that a thread has waited for one answer at least. */
    private static final int STILL_SECONDS = 5;

    private final HoldReport report;
    private final OptionalInt working;

    /** @param working the sessions that the database has worked for some seconds; empty where it is not known */
    LongHeld(HoldReport report, OptionalInt working) {
        this.report = report;
        this.working = working;
    }

    List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        of(LongHold.State.LEFT).ifPresentOrElse(findings::add, () -> findings.addAll(before()));
        of(LongHold.State.STREAM).ifPresent(findings::add);
        of(LongHold.State.NOBODY).ifPresent(findings::add);
        lost().or(() -> of(LongHold.State.WORKING)).ifPresent(findings::add);
        return findings;
    }

    /** Finds threads that wait for an answer of the database which works for fewer sessions as long: the others wait in vain. */
    private Optional<Finding> lost() {
        List<LongHold> asking =
                report.longHolds().stream().filter(LongHold::awaitsAnswer).toList();
        if (working.isEmpty() || asking.size() <= working.getAsInt()) {
            return Optional.empty();
        }
        LongHold longest = asking.stream()
                .max(Comparator.comparingDouble(LongHold::seconds))
                .orElseThrow();
        return Optional.of(new Finding(
                HoldRule.ANSWER_LOST,
                Severity.WARNING,
                Map.of(
                        "connections", (double) asking.size(),
                        "sessions", (double) working.getAsInt(),
                        "seconds", longest.seconds()),
                Message.of(
                        "holders.answer-lost",
                        asking.size(),
                        STILL_SECONDS,
                        working.getAsInt(),
                        asking.size() - working.getAsInt(),
                        place(longest))));
    }

    private Optional<Finding> of(LongHold.State state) {
        List<LongHold> all = report.longHolds().stream()
                .filter(each -> each.state() == state)
                .toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        LongHold longest = all.stream()
                .max(Comparator.comparing((LongHold each) -> each.borrowed().isPresent())
                        .thenComparingDouble(LongHold::seconds))
                .orElseThrow();
        return Optional.of(new Finding(
                rule(state),
                state == LongHold.State.WORKING && !Shortage.in(report) ? Severity.INFO : Severity.WARNING,
                Map.of("connections", (double) all.size(), "seconds", longest.seconds()),
                Message.of(
                        "holders.long." + state.name().toLowerCase(Locale.ROOT),
                        all.size(),
                        Math.round(HoldStatistics.LEAK_SECONDS),
                        place(longest))));
    }

    /** Says where a thread works with it, or else who got it and where. */
    private static Message place(LongHold hold) {
        Optional<String> works = hold.use().flatMap(Stack::top).map(HoldVerdict::shortened);
        if (works.isPresent()) {
            String kind = hold.use().orElseThrow().kind().name().toLowerCase(Locale.ROOT);
            return Message.of("holders.works", hold.name(), works.get(), Message.of("holders.kind." + kind));
        }
        return hold.borrowed()
                .flatMap(Stack::top)
                .map(frame -> Message.of("holders.got", hold.name(), HoldVerdict.shortened(frame)))
                .orElseGet(() -> Message.of("holders.got-unseen", hold.name()));
    }

    private static Finding.Rule rule(LongHold.State state) {
        return switch (state) {
            case LEFT -> HoldRule.LEAK;
            case STREAM -> AttributedTime.Cause.STREAM;
            case NOBODY -> AttributedTime.Cause.NOBODY;
            case WORKING -> HoldRule.HELD_LONG;
        };
    }

    /** Tells of what was handed out before the observation; it is known only that it is held, and what runs beside. */
    private List<Finding> before() {
        // What stands still is not lost.
        int held = report.standstill().isPresent() ? 0 : Math.max(0, report.heldThroughout() - worked());
        int streams = Math.min(held, report.streams().map(Streams::least).orElse(0));
        var findings = new ArrayList<Finding>();
        if (held > streams) {
            boolean mayStream = report.openInView() && report.streams().isEmpty();
            findings.add(before(HoldRule.LEAK, held - streams, mayStream ? "view" : "leak", ""));
        }
        if (streams > 0) {
            String route =
                    report.streams().orElseThrow().routes().stream().findFirst().orElse("");
            findings.add(before(AttributedTime.Cause.STREAM, streams, "stream", route));
        }
        return findings;
    }

    /** Counts those that a thread was seen to work with. */
    private int worked() {
        return (int) report.longHolds().stream().filter(LongHold::earlier).count();
    }

    private Finding before(Finding.Rule rule, int connections, String what, String route) {
        return new Finding(
                rule,
                Severity.WARNING,
                Map.of("connections", (double) connections, "seconds", report.seconds()),
                Message.of("holders.before." + what, connections, Math.round(report.seconds()), route));
    }
}
