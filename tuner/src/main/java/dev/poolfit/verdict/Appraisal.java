package dev.poolfit.verdict;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What the valid trials say of each setting together.
 *
 * <p>Runs of the same setting differ by more than the scatter within one run tells. Their spread is pooled over all
 * settings on the log scale, with Σ(runs−1) degrees of freedom, and becomes every setting's interval once there are
 * three of those; until then the interval within the runs serves. The wider of the two is taken.
 */
final class Appraisal {
    private final Map<Settings, List<Trial>> runs = new LinkedHashMap<>();
    private final Spread throughputSpread;
    private final Spread p99Spread;
    private final Target target;
    private final OptionalDouble noise;

    private Appraisal(Stream<Trial> trials, Target target, OptionalDouble noise) {
        this.target = target;
        this.noise = noise;
        trials.forEach(trial -> runs.computeIfAbsent(trial.settings(), ignored -> new ArrayList<>())
                .add(trial));
        throughputSpread = Spread.of(runs.values(), trial -> trial.throughput().mean());
        p99Spread = Spread.of(runs.values(), trial -> trial.p99Ms().mean());
    }

    static Appraisal of(List<Trial> trials, Target target) {
        return new Appraisal(trials.stream().filter(Trial::valid), target, OptionalDouble.empty());
    }

    /** Of all trials, those that are not valid included: to be shown, never to decide. */
    static Appraisal ofAll(List<Trial> trials, Target target) {
        return new Appraisal(trials.stream(), target, OptionalDouble.empty());
    }

    Appraisal against(Target other) {
        return new Appraisal(runs.values().stream().flatMap(List::stream), other, noise);
    }

    /**
     * The same, with a sequential test where the throughput's interval straddles the target.
     *
     * @param deviation between runs of one setting, as a share of its throughput
     */
    Appraisal sequential(double deviation) {
        return new Appraisal(runs.values().stream().flatMap(List::stream), target, OptionalDouble.of(deviation));
    }

    Stream<Settings> settings() {
        return runs.keySet().stream();
    }

    boolean tried(Settings settings) {
        return runs.containsKey(settings);
    }

    int runs(Settings settings) {
        return runs.getOrDefault(settings, List.of()).size();
    }

    /** Whether the setting's estimates, whatever their intervals, meet the target. */
    boolean leans(Settings settings) {
        return tried(settings)
                && !stopped(settings)
                && target.leansTowards(
                        mean(settings, trial -> trial.throughput().mean()),
                        mean(settings, trial -> trial.p99Ms().mean()),
                        errors(settings).mean());
    }

    /** Whether the experiment's stop rule ended a trial of it. */
    private boolean stopped(Settings settings) {
        return of(settings).stream().anyMatch(trial -> trial.flags().contains(Flag.STOPPED));
    }

    /** The valid, complete runs' mean of a figure of a setting that was tried. */
    double mean(Settings settings, ToDoubleFunction<Trial> figure) {
        return of(settings).stream().mapToDouble(figure).average().orElseThrow();
    }

    Optional<Performance> performance(Settings settings) {
        if (!tried(settings)) {
            return Optional.empty();
        }
        Interval throughput = throughputSpread.interval(of(settings), Trial::throughput);
        Interval p99 = p99Spread.interval(of(settings), Trial::p99Ms);
        Interval errors = errors(settings);
        return Optional.of(new Performance(
                settings,
                runs(settings),
                throughput,
                mean(settings, Trial::meanMs),
                p99,
                errors,
                standing(settings, throughput, p99, errors)));
    }

    private Standing standing(Settings settings, Interval throughput, Interval p99, Interval errors) {
        if (stopped(settings)) {
            return Standing.FAILS;
        }
        Standing standing = target.standing(throughput, p99, errors);
        if (standing != Standing.UNCLEAR
                || noise.isEmpty()
                || target.throughput().isEmpty()) {
            return standing;
        }
        double wanted = target.throughput().getAsDouble();
        Standing tested = new SequentialTest(wanted, noise.getAsDouble())
                .standing(of(settings).stream()
                        .mapToDouble(trial -> trial.throughput().mean()));
        return tested == Standing.MEETS
                ? target.standing(certain(Math.max(wanted, throughput.mean())), p99, errors)
                : tested;
    }

    private static Interval certain(double value) {
        return new Interval(value, value, value);
    }

    /** Every setting's performance, by pool, then threads. */
    List<Performance> performances() {
        return settings()
                .sorted(Comparator.comparingInt((Settings s) -> s.pool().orElse(0))
                        .thenComparingInt(s -> s.threads().orElse(0)))
                .flatMap(settings -> performance(settings).stream())
                .toList();
    }

    /** The setting with the highest throughput among those that pass. */
    Optional<Settings> fastest(Predicate<Settings> passes) {
        return settings()
                .filter(passes)
                .max(Comparator.comparingDouble(
                        each -> mean(each, trial -> trial.throughput().mean())));
    }

    /**
     * The highest throughput, as the mean over the settings that cannot be told from the fastest: the fastest alone
     * owes part of its figure to luck (the winner's curse). 0 when none leans towards the target.
     */
    double plateau() {
        Optional<Settings> fastest = fastest(this::leans);
        return fastest.isEmpty()
                ? 0
                : settings()
                        .filter(this::leans)
                        .flatMap(each -> performance(each).stream())
                        .filter(each -> each.throughput().high()
                                >= mean(
                                        fastest.get(),
                                        trial -> trial.throughput().mean()))
                        .mapToDouble(each -> each.throughput().mean())
                        .average()
                        .orElse(0);
    }

    private Interval errors(Settings settings) {
        long good = of(settings).stream().mapToLong(Trial::good).sum();
        long failed = of(settings).stream().mapToLong(Trial::failed).sum();
        return Statistics.share(failed, Math.max(1, good + failed));
    }

    private List<Trial> of(Settings settings) {
        return runs.getOrDefault(settings, List.of());
    }
}
