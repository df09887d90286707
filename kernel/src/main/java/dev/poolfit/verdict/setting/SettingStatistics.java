package dev.poolfit.verdict.setting;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Combines the valid trials of each setting, and judges its standing to the goal. */
public final class SettingStatistics {
    /** By pool, then threads. */
    public static final Comparator<Settings> BY_SIZE = Comparator.comparingInt(
                    (Settings settings) -> settings.pool().orElse(0))
            .thenComparingInt(settings -> settings.threads().orElse(0));

    private final SettingRuns runs;
    private final Target target;
    private final OptionalDouble noise;
    /** A share of the best, where throughput is compared with the other settings and not with the target. */
    private final OptionalDouble margin;

    private SettingStatistics(SettingRuns runs, Target target, OptionalDouble noise, OptionalDouble margin) {
        this.runs = runs;
        this.target = target;
        this.noise = noise;
        this.margin = margin;
    }

    /** Combines the valid ones of these trials. */
    public static SettingStatistics of(List<Trial> trials, Target target) {
        return new SettingStatistics(
                new SettingRuns(
                        trials.stream().filter(Trial::valid),
                        target.throughput().isPresent()),
                target,
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    /** Returns the figures of a setting of which no trial is valid: to be shown, never to decide. */
    public static Optional<Performance> notCounted(List<Trial> trials, Target target, Settings settings) {
        return new SettingStatistics(
                        new SettingRuns(
                                trials.stream().filter(trial -> trial.settings().equals(settings)),
                                target.throughput().isPresent()),
                        target,
                        OptionalDouble.empty(),
                        OptionalDouble.empty())
                .performance(settings)
                .map(each -> each.standing(Standing.UNCLEAR));
    }

    /** Returns whether a setting that was tried surely keeps the goal's bounds on errors and response times. */
    public boolean keepsOtherBounds(Settings settings) {
        Target others = target.withoutThroughput();
        return new SettingStatistics(runs, others, noise, OptionalDouble.empty())
                        .performance(settings)
                        .orElseThrow()
                        .standing()
                == Standing.MEETS;
    }

    /**
     * Returns the statistics where the highest throughput is wanted: a setting leans towards it from a margin below the {@link
     * #plateau} on, and meets it where the whole interval of its ratio to the fastest other lies there.
     *
     * @param margin a share of the best, 0 to 1
     */
    public SettingStatistics nearTheBest(double margin) {
        return new SettingStatistics(
                runs, target.withThroughput((1 - margin) * plateau()), noise, OptionalDouble.of(margin));
    }

    /**
     * Returns the statistics with a sequential test ({@link Sprt}) where the throughput's interval straddles the target.
     *
     * @param deviation the standard deviation between runs of one setting, as a share of its throughput
     */
    public SettingStatistics sequential(double deviation) {
        return new SettingStatistics(runs, target, OptionalDouble.of(deviation), margin);
    }

    public Target target() {
        return target;
    }

    public Stream<Settings> settings() {
        return runs.settings();
    }

    public boolean tried(Settings settings) {
        return runs.count(settings) > 0;
    }

    /** Returns how many runs of a setting count and were not broken off. */
    public int validRuns(Settings settings) {
        return runs.count(settings);
    }

    /** Returns whether the setting's estimates, whatever their intervals, meet the target. */
    public boolean leans(Settings settings) {
        return leans(settings, target);
    }

    private boolean leans(Settings settings, Target target) {
        return tried(settings)
                && !runs.stopped(settings)
                && target.leansTowards(
                        runs.rate(settings),
                        runs.time(settings, trial -> trial.p99Ms().mean()),
                        runs.errors(settings).mean());
    }

    /** Returns the mean of a figure over the valid, complete runs of a setting that was tried. */
    public double mean(Settings settings, ToDoubleFunction<Trial> figure) {
        return runs.mean(settings, figure);
    }

    /** Returns the performance of a setting; empty where it has no valid trial. */
    public Optional<Performance> performance(Settings settings) {
        if (!tried(settings)) {
            return Optional.empty();
        }
        Interval throughput = runs.throughput(settings);
        Interval p99 = runs.p99(settings);
        Interval errors = runs.errors(settings);
        return Optional.of(new Performance(
                settings,
                validRuns(settings),
                throughput,
                runs.time(settings, Trial::meanMs),
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

    /** Compares a setting with the fastest other; empty where no other was tried, or one of the two gave nothing. */
    public Optional<BesideTheBest> besideTheBest(Settings settings) {
        Target others = target.withoutThroughput();
        return fastest(each -> !each.equals(settings) && leans(each, others))
                .filter(best -> Math.min(runs.rate(settings), runs.rate(best)) > 0)
                .map(best -> new BesideTheBest(best, runs.throughput(settings).over(runs.throughput(best))));
    }

    private Standing standing(Settings settings, Interval throughput, Interval p99, Interval errors) {
        if (runs.stopped(settings)) {
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
        Standing tested = new Sprt(wanted, noise.getAsDouble()).standing(Arrays.stream(runs.rates(settings)));
        return tested == Standing.MEETS
                ? target.standing(Interval.certain(Math.max(wanted, throughput.mean())), p99, errors)
                : tested;
    }

    /** A setting that meets the target, and a larger one that does not. */
    public record Contradiction(Performance smaller, Performance larger) {}

    /** Finds a setting with no more than so large a pool that meets the target although a larger one fails. */
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

    /** Returns the performance of every setting, by pool, then threads. */
    public List<Performance> performances() {
        return settings()
                .sorted(BY_SIZE)
                .flatMap(settings -> performance(settings).stream())
                .toList();
    }

    /** Returns the setting with the highest throughput among those that pass. */
    public Optional<Settings> fastest(Predicate<Settings> passes) {
        return settings().filter(passes).max(Comparator.comparingDouble(runs::rate));
    }

    /**
     * Returns the highest throughput in good responses a second: the mean over the settings with no significant difference from
     * the fastest, which alone owes part of its figure to luck (the winner's curse). 0 when none leans towards the target.
     */
    public double plateau() {
        Optional<Settings> fastest = fastest(this::leans);
        return fastest.isEmpty()
                ? 0
                : settings()
                        .filter(this::leans)
                        .flatMap(each -> performance(each).stream())
                        .filter(each -> each.throughput().high() >= runs.rate(fastest.get()))
                        .mapToDouble(each -> each.throughput().mean())
                        .average()
                        .orElse(0);
    }

    /**
     * Returns the mean share by which settings that were run several times gave more the last time than the first; 0 where the
     * 95 % intervals do not show that they did.
     */
    public double rise() {
        return runs.rise();
    }
}
