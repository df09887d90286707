package dev.poolfit.benchmarks.crash;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The outcome of a case.
 *
 * @param seconds from the program's start to the first signal
 * @param findings the broken promises; empty where all were kept
 * @param worldUsable the service can take the next case
 */
record Outcome(CasePlan plan, Phase phase, double seconds, List<Finding> findings, boolean worldUsable) {
    /**
     * A promise that was not kept.
     *
     * @param kind one word for all of its kind
     */
    record Finding(String kind, String text) {}

    Outcome {
        findings = List.copyOf(findings);
    }

    boolean good() {
        return findings.isEmpty();
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "case %-6d %-8s %-8s %-10s at %5.2f s  %-6s %-6s %-9s %-16s %-9s %s",
                plan.seed(),
                plan.command().name().toLowerCase(Locale.ROOT),
                plan.blow(),
                phase.words(),
                seconds,
                plan.target(),
                plan.put().name().toLowerCase(Locale.ROOT),
                plan.database() ? "database" : "-",
                plan.mishap().words() + (plan.persistent() ? " on" : ""),
                plan.aftermath().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                good()
                        ? "ok"
                        : findings.stream()
                                .map(each ->
                                        each.kind() + ": " + each.text().strip().replace("\n", " / "))
                                .collect(Collectors.joining("; ", "NOT OK: ", "")));
    }
}
