package dev.poolfit.verdict.setting;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.RunNoise;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
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
public final class SettingStatistics {
    /** Degrees of freedom from which on the noise between runs is known well enough. */
    private static final int ENOUGH = 3;

    private final Map<Settings, List<Trial>> runs = new LinkedHashMap<>();
    /** But for those of a service that was cold. */
    private final Map<Settings, List<Trial>> rates = new LinkedHashMap<>();
    /** Responses that straddle no switch of settings, where there are such. */
    private final Map<Settings, List<Trial>> times = new LinkedHashMap<>();

    private final RunNoise throughputNoise;
    private final RunNoise p99Noise;
    private final Target target;
    private final OptionalDouble noise;
    /** Of the best, where throughput is not held against the target's but against what the other settings gave. */
    private final OptionalDouble margin;

    private SettingStatistics(Stream<Trial> trials, Target target, OptionalDouble noise, OptionalDouble margin) {
        this.target = target;
        this.noise = noise;
        this.margin = margin;
        trials.forEach(trial -> runs.computeIfAbsent(trial.settings(), ignored -> new ArrayList<>())
                .add(trial));
        runs.forEach((settings, all) -> {
            List<Trial> warm = warm(all);
            rates.put(settings, warm);
            times.put(settings, unswitched(warm));
        });
        throughputNoise = runNoise(rates, trial -> trial.throughput().mean());
        p99Noise = runNoise(times, trial -> trial.p99Ms().mean());
    }

    /**
     * Without those before the first switch that gave surely less than under switching: the service was cold then, and what came
     * later tells its rates and response times better.
     */
    private static List<Trial> warm(List<Trial> all) {
        Optional<Trial> switched =
                all.stream().filter(trial -> trial.periods().isPresent()).min(Comparator.comparingInt(Trial::number));
        Predicate<Trial> cold = trial -> switched.isPresent()
                && trial.number() < switched.get().number()
                && trial.throughput().high() < switched.get().throughput().low();
        return all.stream().filter(cold.negate()).toList();
    }

    /** Responses that straddle no switch, where there are such. */
    private static List<Trial> unswitched(List<Trial> warm) {
        List<Trial> alone =
                warm.stream().filter(trial -> trial.periods().isEmpty()).toList();
        return alone.isEmpty() ? warm : alone;
    }

    public static SettingStatistics of(List<Trial> trials, Target target) {
        return new SettingStatistics(
                trials.stream().filter(Trial::valid), target, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** What the trials of a setting gave of which none is valid: to be shown, never to decide. */
    public static Optional<Performance> notCounted(List<Trial> trials, Target target, Settings settings) {
        return new SettingStatistics(
                        trials.stream().filter(trial -> trial.settings().equals(settings)),
                        target,
                        OptionalDouble.empty(),
                        OptionalDouble.empty())
                .performance(settings)
                .map(each -> each.standing(Standing.UNCLEAR));
    }

    /** Whether a setting that was tried surely keeps the goal's bounds on errors and response times. */
    public boolean keepsOtherBounds(Settings settings) {
        Target others = target.withoutThroughput();
        return new SettingStatistics(trials(), others, noise, OptionalDouble.empty())
                        .performance(settings)
                        .orElseThrow()
                        .standing()
                == Standing.MEETS;
    }

    /**
     * The same, where the highest throughput is wanted: a setting leans towards that from a margin below the {@link #plateau} on, and
     * meets it where the whole interval of its ratio to the fastest other lies there.
     *
     * @param margin a share of the best
     */
    public SettingStatistics nearTheBest(double margin) {
        return new SettingStatistics(
                trials(), target.withThroughput((1 - margin) * plateau()), noise, OptionalDouble.of(margin));
    }

    private Stream<Trial> trials() {
        return runs.values().stream().flatMap(List::stream);
    }

    /**
     * The same, with a sequential test where the throughput's interval straddles the target.
     *
     * @param deviation between runs of one setting, as a share of its throughput
     */
    public SettingStatistics sequential(double deviation) {
        return new SettingStatistics(trials(), target, OptionalDouble.of(deviation), margin);
    }

    public Target target() {
        return target;
    }

    public Stream<Settings> settings() {
        return runs.keySet().stream();
    }

    public boolean tried(Settings settings) {
        return runs.containsKey(settings);
    }

    public int runs(Settings settings) {
        return runs.getOrDefault(settings, List.of()).size();
    }

    /** Whether the setting's estimates, whatever their intervals, meet the target. */
    public boolean leans(Settings settings) {
        return leans(settings, target);
    }

    private boolean leans(Settings settings, Target target) {
        return tried(settings)
                && !stopped(settings)
                && target.leansTowards(
                        rate(settings),
                        average(times, settings, trial -> trial.p99Ms().mean()),
                        errors(settings).mean());
    }

    /** Whether the experiment's stop rule ended a trial of it. */
    private boolean stopped(Settings settings) {
        return of(settings).stream().anyMatch(trial -> trial.flags().contains(Flag.STOPPED));
    }

    /** The valid, complete runs' mean of a figure of a setting that was tried. */
    public double mean(Settings settings, ToDoubleFunction<Trial> figure) {
        return average(rates, settings, figure);
    }

    private static double average(Map<Settings, List<Trial>> of, Settings settings, ToDoubleFunction<Trial> figure) {
        return of(of, settings).stream().mapToDouble(figure).average().orElseThrow();
    }

    public Optional<Performance> performance(Settings settings) {
        if (!tried(settings)) {
            return Optional.empty();
        }
        Interval throughput = throughput(settings);
        Interval p99 = interval(of(times, settings), Trial::p99Ms, p99Noise);
        Interval errors = errors(settings);
        return Optional.of(new Performance(
                settings,
                runs(settings),
                throughput,
                average(times, settings, Trial::meanMs),
                p99,
                errors,
                standing(settings, throughput, p99, errors)));
    }

    /**
     * A setting beside the fastest of the others that keep the goal's other bounds.
     *
     * @param ratio of their throughputs, with the intervals of both
     */
    public record BesideTheBest(Settings best, Interval ratio) {}

    /** Empty where no other was tried, or one of the two gave nothing. */
    public Optional<BesideTheBest> besideTheBest(Settings settings) {
        Target others = target.withoutThroughput();
        return fastest(each -> !each.equals(settings) && leans(each, others))
                .filter(best -> Math.min(rate(settings), rate(best)) > 0)
                .map(best -> new BesideTheBest(best, throughput(settings).over(throughput(best))));
    }

    private Interval throughput(Settings settings) {
        return interval(of(rates, settings), Trial::throughput, throughputNoise);
    }

    private static RunNoise runNoise(Map<Settings, List<Trial>> groups, ToDoubleFunction<Trial> figure) {
        RunNoise noise = RunNoise.NONE;
        for (List<Trial> group : groups.values()) {
            noise = noise.andRuns(group.stream().mapToDouble(figure).toArray());
        }
        return noise;
    }

    /** The wider of what the runs themselves say and, once it is known well enough, of how much runs differ. */
    private static Interval interval(List<Trial> group, Function<Trial, Interval> figure, RunNoise noise) {
        double mean = group.stream()
                .mapToDouble(trial -> figure.apply(trial).mean())
                .average()
                .orElseThrow();
        double variance = group.stream()
                        .mapToDouble(trial -> {
                            Interval each = figure.apply(trial);
                            return Math.pow((each.high() - each.low()) / 2, 2);
                        })
                        .average()
                        .orElseThrow()
                / group.size();
        double between =
                noise.degrees() < ENOUGH ? 0 : mean * Math.expm1(noise.half(group.size(), 1, Statistics.ALPHA));
        double half = Math.max(Math.sqrt(variance), between);
        return new Interval(mean, Math.max(0, mean - half), mean + half);
    }

    private Standing standing(Settings settings, Interval throughput, Interval p99, Interval errors) {
        if (stopped(settings)) {
            return Standing.FAILS;
        }
        if (margin.isPresent()) {
            return besideTheBest(settings)
                    .map(beside ->
                            target.withThroughput(1 - margin.getAsDouble()).standing(beside.ratio(), p99, errors))
                    .orElseGet(() -> target.withoutThroughput().standing(throughput, p99, errors) == Standing.FAILS
                            ? Standing.FAILS
                            : Standing.UNCLEAR);
        }
        Standing standing = target.standing(throughput, p99, errors);
        if (standing != Standing.UNCLEAR
                || noise.isEmpty()
                || target.throughput().isEmpty()) {
            return standing;
        }
        double wanted = target.throughput().getAsDouble();
        Standing tested = new Sprt(wanted, noise.getAsDouble())
                .standing(of(rates, settings).stream()
                        .mapToDouble(trial -> trial.throughput().mean()));
        return tested == Standing.MEETS
                ? target.standing(Interval.certain(Math.max(wanted, throughput.mean())), p99, errors)
                : tested;
    }

    /** A setting that meets the target, and a larger one that does not. */
    public record Contradiction(Performance smaller, Performance larger) {}

    /** Of the settings with no more than so large a pool, one that meets the target although a larger one fails. */
    public Optional<Contradiction> contradiction(Settings upTo) {
        int most = upTo.pool().orElse(0);
        Performance meeting = null;
        for (Performance each : performances()) {
            if (each.settings().pool().orElse(0) >= most) {
                break;
            }
            if (each.standing() == Standing.MEETS) {
                meeting = each;
            } else if (each.standing() == Standing.FAILS && meeting != null) {
                return Optional.of(new Contradiction(meeting, each));
            }
        }
        return Optional.empty();
    }

    /** Every setting's performance, by pool, then threads. */
    public List<Performance> performances() {
        return settings()
                .sorted(Comparator.comparingInt((Settings s) -> s.pool().orElse(0))
                        .thenComparingInt(s -> s.threads().orElse(0)))
                .flatMap(settings -> performance(settings).stream())
                .toList();
    }

    /** The setting with the highest throughput among those that pass. */
    public Optional<Settings> fastest(Predicate<Settings> passes) {
        return settings()
                .filter(passes)
                .max(Comparator.comparingDouble(
                        each -> mean(each, trial -> trial.throughput().mean())));
    }

    /**
     * The highest throughput, as the mean over the settings with no significant difference from the fastest: the fastest alone
     * owes part of its figure to luck (the winner's curse). 0 when none leans towards the target.
     */
    public double plateau() {
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

    /**
     * By what share settings that were run several times gave more the last time than the first, in the mean; 0 where their
     * intervals at 95 % do not show that they did.
     */
    public double rise() {
        List<Interval> rises = runs.values().stream()
                .filter(all -> all.size() > 1)
                .filter(all -> all.stream().allMatch(each -> each.throughput().mean() > 0))
                .map(all -> all.get(all.size() - 1).throughput().over(all.get(0).throughput()))
                .toList();
        double logs = rises.stream()
                .mapToDouble(each -> Math.log(each.mean()))
                .average()
                .orElse(0);
        double squares = rises.stream()
                .mapToDouble(each -> Math.pow(Math.log(each.mean() / each.low()), 2))
                .sum();
        return logs * rises.size() > Math.sqrt(squares) ? Math.expm1(logs) : 0;
    }

    private double rate(Settings settings) {
        return mean(settings, trial -> trial.throughput().mean());
    }

    private Interval errors(Settings settings) {
        long good = of(settings).stream().mapToLong(Trial::good).sum();
        long failed = of(settings).stream().mapToLong(Trial::failed).sum();
        return Statistics.share(failed, Math.max(1, good + failed));
    }

    private List<Trial> of(Settings settings) {
        return of(runs, settings);
    }

    private static List<Trial> of(Map<Settings, List<Trial>> trials, Settings settings) {
        return trials.getOrDefault(settings, List.of());
    }
}
