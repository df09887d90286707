package dev.poolfit.report;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.OutOfReach;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words that the terminal and the page share. */
public final class Phrases {
    private final Language language;
    private final Figures figures;

    public Phrases(Language language) {
        this.language = language;
        figures = new Figures(language);
    }

    /** Returns the Spring property without its path, such as {@code maximum-pool-size}. */
    static String property(Run run, Knob knob) {
        return run.question()
                .space()
                .server()
                .property(knob)
                .replaceFirst("^(spring\\.datasource\\.hikari|server\\.(tomcat|jetty|undertow)|spring\\.jpa)\\.", "");
    }

    /** Returns the knobs that were tuned, with these values; every knob where none of the tuned ones is among them. */
    static Settings tuned(Run run, Settings settings) {
        var tuned = settings.restrictedTo(run.question().space().knobs());
        return tuned.knobs().isEmpty() ? settings : tuned;
    }

    /** Returns the name of the answer: {@code recommended}, or {@code nearest} where none meets the goal. */
    static String answerMark(Run run) {
        return run.conclusion().outcome() == Conclusion.Outcome.RECOMMENDED ? "recommended" : "nearest";
    }

    /** Returns the tuned properties, such as {@code maximum-pool-size: 9, threads.max: 12}. */
    static String setting(Run run, Settings settings) {
        return tuned(run, settings).knobs().stream()
                .map(knob -> property(run, knob) + ": " + settings.text(knob))
                .collect(Collectors.joining(", "));
    }

    /** Returns the figures, such as {@code 158.3/s (155.1–161.4), p99 702 ms, 0 % errors}. */
    String figures(Performance performance) {
        return rate(performance.throughput()) + ", "
                + quality(performance.p99Ms().told(), performance.errorRate().mean());
    }

    /** Returns a rate with its interval, such as {@code 158.3/s (155.1–161.4)}. */
    String rate(Interval interval) {
        return figures.rate(interval.mean()) + " (" + figures.range(interval) + ")";
    }

    /** Returns the response time and errors, such as {@code p99 702 ms, 0 % errors}. */
    String quality(double p99Ms, double errorRate) {
        return language.text("figures.quality", figures.millis(p99Ms), figures.percent(errorRate));
    }

    /** Returns the goal in words of the language. */
    String goal(Goal goal) {
        return language.text(goal.words());
    }

    /** Says in one sentence where the service breaks, where that was all that was asked. */
    static Optional<Message> breaking(Run run) {
        return run.question().space().knobs().isEmpty()
                        && run.conclusion().recommended().isPresent()
                ? ReasonWords.of(run).stream().findFirst()
                : Optional.empty();
    }

    /** Returns the answer in one sentence where there is no setting to name. */
    String outcome(Run run) {
        return language.text(
                switch (run.conclusion().outcome()) {
                    case RECOMMENDED -> "verdict.met";
                    case UNREACHABLE -> mayDeadlock(run) ? "headline.may-deadlock" : "verdict.unreachable";
                    case INCONCLUSIVE ->
                        run.question().goal().maximal()
                                ? "verdict.inconclusive-max"
                                : nearestMeets(run) ? "verdict.inconclusive-smallest" : "verdict.inconclusive";
                },
                goal(run.question().goal()));
    }

    /** Returns whether nothing is recommended since the pool can stand still everywhere. */
    static boolean mayDeadlock(Run run) {
        return run.conclusion().reasons().stream().anyMatch(OutOfReach.MayDeadlock.class::isInstance);
    }

    /** Returns whether what comes nearest to a rate meets it, so that only the smallest was not shown. */
    static boolean nearestMeets(Run run) {
        return !run.question().goal().maximal()
                && run.conclusion()
                        .recommended()
                        .filter(each -> each.standing() == Standing.MEETS)
                        .isPresent();
    }

    String standing(Standing standing, Goal goal) {
        return goal.maximal()
                ? language.text("standing.among-the-best." + key(standing))
                : language.text("standing.goal." + key(standing));
    }

    /** Returns the fleet's limit and its sum, such as {@code 60 connections an instance: 151 × 80 % ÷ 2 instances}. */
    Optional<String> ceiling(Run run) {
        if (run.conclusion().poolLimit().isEmpty()) {
            return Optional.empty();
        }
        String limit =
                language.text("ceiling.limit", run.conclusion().poolLimit().getAsInt());
        Optional<Ceiling> ceiling = run.question().ceiling();
        var most = run.circumstances().maxConnections();
        if (ceiling.isEmpty() || most.isEmpty()) {
            return Optional.of(limit);
        }
        return Optional.of(language.text(
                "ceiling.reckoned",
                limit,
                most.getAsInt(),
                figures.percent(ceiling.get().share().fraction()),
                ceiling.get().instances()));
    }

    /** Returns a trial's name, such as {@code trial 6 (search)}. */
    String trial(int number, Role role) {
        return language.text("trial.named", number, language.text(role));
    }

    /** Returns a constant as files name it, such as {@code not-steady}. */
    public static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Explains a flag, and says whether the trial still counts. */
    String meaning(Flag flag) {
        return flag.disqualifies() ? language.text("flag.disqualifies", language.text(flag)) : language.text(flag);
    }

    /** Returns the figures behind a finding, such as {@code hold ms 62.4, pending 81}. */
    String evidence(Finding finding) {
        return new TreeMap<>(finding.evidence())
                .entrySet().stream()
                        .map(entry -> evidence(entry.getKey()) + " " + figures.plain(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private String evidence(String name) {
        return named("evidence." + name, words(name));
    }

    /** Returns a finding's rule as words, such as {@code hold bound}. */
    String rule(Finding finding) {
        return ruleName(finding).replace('-', ' ');
    }

    /** Returns a finding's rule by its name, such as {@code hold-bound}. */
    public String ruleName(Finding finding) {
        return named("rule." + finding.rule(), finding.rule());
    }

    /** Returns the name in the language; names are words in English already. */
    private String named(String key, String name) {
        return language.knows(key) ? language.text(key) : name;
    }

    /** Returns a name as words: {@code holdMs} and {@code hold_ms} become {@code hold ms}. */
    static String words(String key) {
        return key.replaceAll("([a-z0-9])([A-Z])", "$1 $2")
                .replaceAll("[_.-]+", " ")
                .toLowerCase(Locale.ROOT);
    }
}
