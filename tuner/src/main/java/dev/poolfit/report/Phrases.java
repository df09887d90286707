package dev.poolfit.report;

import dev.poolfit.evidence.Flag;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Share;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words that the terminal and the page share. */
final class Phrases {
    private Phrases() {}

    /** The Spring property without its path, such as {@code maximum-pool-size}. */
    static String property(Knob knob) {
        return knob.property().replaceFirst("^(spring\\.datasource\\.hikari|server\\.tomcat|spring\\.jpa)\\.", "");
    }

    /** The knobs that were tuned, with these values; every knob where none of the tuned ones is among them. */
    static Settings tuned(Run run, Settings settings) {
        var tuned = settings.restrictedTo(run.question().space().knobs());
        return tuned.values().isEmpty() ? settings : tuned;
    }

    /** Such as {@code maximum-pool-size: 9, threads.max: 12}. */
    static String setting(Run run, Settings settings) {
        return tuned(run, settings).values().entrySet().stream()
                .map(entry -> property(entry.getKey()) + ": " + entry.getKey().text(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Such as {@code 158.3/s (155.1–161.4), p99 702 ms, 0 % errors}. */
    static String figures(Performance performance) {
        return Figures.rate(performance.throughput().mean()) + " (" + Figures.range(performance.throughput())
                + "), p99 "
                + Figures.millis(performance.p99Ms().mean()) + ", "
                + Figures.percent(performance.errorRate().mean()) + " errors";
    }

    /** Such as {@code at least 150/s, no errors, p99 at most 500 ms}. */
    static String goal(Goal goal) {
        var parts = new ArrayList<String>();
        parts.add(goal.throughput().map(rate -> "at least " + rate).orElse("the highest throughput"));
        goal.errors()
                .map(Share::fraction)
                .ifPresent(share -> parts.add(share == 0 ? "no errors" : "errors at most " + Figures.percent(share)));
        goal.p99()
                .ifPresent(time ->
                        parts.add("p99 at most " + Durations.format(time).replaceAll("(?<=\\d)(?=[a-z])", " ")));
        return String.join(", ", parts);
    }

    /** Where the service breaks, in one sentence, where that was all that was asked. */
    static Optional<String> breaking(Run run) {
        return run.question().space().knobs().isEmpty()
                        && run.conclusion().recommended().isPresent()
                ? run.conclusion().reasons().stream().findFirst()
                : Optional.empty();
    }

    /** The answer in one sentence where there is no setting to name. */
    static String outcome(Run run) {
        return switch (run.conclusion().outcome()) {
            case RECOMMENDED ->
                "This setting meets the goal: " + goal(run.question().goal()) + ".";
            case UNREACHABLE ->
                "No setting that was searched reaches the goal: "
                        + goal(run.question().goal()) + ".";
            case INCONCLUSIVE ->
                "No verdict: the evidence does not decide the goal ("
                        + goal(run.question().goal()) + ").";
        };
    }

    static String standing(Standing standing, Goal goal) {
        if (goal.maximal()) {
            return switch (standing) {
                case MEETS -> "among the best";
                case FAILS -> "not among the best";
                case UNCLEAR -> "not told from the best";
            };
        }
        return switch (standing) {
            case MEETS -> "meets the goal";
            case FAILS -> "misses the goal";
            case UNCLEAR -> "unclear";
        };
    }

    /** How the fleet's limit comes about, such as {@code 60 connections an instance: 151 × 80 % ÷ 2 instances}. */
    static Optional<String> ceiling(Run run) {
        if (run.conclusion().poolLimit().isEmpty()) {
            return Optional.empty();
        }
        String limit = count(run.conclusion().poolLimit().getAsInt(), "connection") + " an instance";
        Optional<Ceiling> ceiling = run.question().ceiling();
        var most = run.circumstances().maxConnections();
        if (ceiling.isEmpty() || most.isEmpty()) {
            return Optional.of(limit);
        }
        return Optional.of(limit + ": max_connections " + most.getAsInt() + " × "
                + Figures.percent(ceiling.get().share().fraction()) + " ÷ "
                + count(ceiling.get().instances(), "instance"));
    }

    static String role(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    static String severity(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    /** A flag's name in files, such as {@code not-steady}. */
    static String flag(Flag flag) {
        return flag.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The figures behind a finding, such as {@code hold ms 62.4, pending 81}. */
    static String evidence(Finding finding) {
        return new TreeMap<>(finding.evidence())
                .entrySet().stream()
                        .map(entry -> words(entry.getKey()) + " " + Figures.plain(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /** A finding's evidence key as words: {@code holdMs} and {@code hold_ms} become {@code hold ms}. */
    static String words(String key) {
        return key.replaceAll("([a-z0-9])([A-Z])", "$1 $2")
                .replaceAll("[_.-]+", " ")
                .toLowerCase(Locale.ROOT);
    }

    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
