package dev.poolfit.verdict.setting;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.RunNoise;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The figures of each setting over all its runs.
 *
 * <p>Runs of the same setting differ by more than the scatter within one run tells. Their spread is pooled over all
 * settings on the log scale, with Σ(runs−1) degrees of freedom, and becomes every setting's interval once there are
 * three of those; until then the interval within the runs serves. The wider of the two is taken.
 */
final class SettingRuns {
    /** Degrees of freedom from which on the noise between runs is known well enough. */
    private static final int ENOUGH = 3;

    private final Map<Settings, List<Trial>> runs = new LinkedHashMap<>();
    /** The trials that tell rates: all but those of a service that was cold. */
    private final Map<Settings, List<Trial>> rates = new LinkedHashMap<>();
    /** The trials that tell response times: those that straddle no switch of settings, where there are such. */
    private final Map<Settings, List<Trial>> times = new LinkedHashMap<>();

    private final Function<Trial, Interval> throughput;
    private final RunNoise throughputNoise;
    private final RunNoise p99Noise;

    /** @param absolute whether throughput is held against a rate, and not beside that of other settings */
    SettingRuns(Stream<Trial> trials, boolean absolute) {
        throughput = absolute ? SettingRuns::absolute : Trial::throughput;
        trials.forEach(trial -> runs.computeIfAbsent(trial.settings(), ignored -> new ArrayList<>())
                .add(trial));
        runs.forEach((settings, all) -> {
            List<Trial> warm = warm(all);
            rates.put(settings, warm);
            times.put(settings, unswitched(warm));
        });
        throughputNoise = runNoise(rates, SettingRuns::rateOf);
        p99Noise = runNoise(times, trial -> trial.p99Ms().mean());
    }

    /** Returns the interval of a rate by itself; that of a trial within the pool leaves out what hits all of its settings alike. */
    private static Interval absolute(Trial trial) {
        Interval told = trial.throughput();
        double[] rates = trial.periods().stream()
                .flatMap(periods -> periods.rates().stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (rates.length < 2) {
            return told;
        }
        Interval own = Statistics.rate(rates);
        return new Interval(
                told.mean(),
                Math.min(told.low(), told.mean() - own.mean() + own.low()),
                Math.max(told.high(), told.mean() - own.mean() + own.high()));
    }

    private static double rateOf(Trial trial) {
        return trial.throughput().mean();
    }

    /** Leaves out trials before the first switch that surely gave less than under switching: the service was cold then. */
    private static List<Trial> warm(List<Trial> all) {
        Optional<Trial> switched =
                all.stream().filter(trial -> trial.periods().isPresent()).min(Comparator.comparingInt(Trial::number));
        Predicate<Trial> cold = trial -> switched.isPresent()
                && trial.number() < switched.get().number()
                && trial.throughput().high() < switched.get().throughput().low();
        return all.stream().filter(cold.negate()).toList();
    }

    /** Chooses responses that straddle no switch, where there are such. */
    private static List<Trial> unswitched(List<Trial> warm) {
        List<Trial> alone =
                warm.stream().filter(trial -> trial.periods().isEmpty()).toList();
        return alone.isEmpty() ? warm : alone;
    }

    private static RunNoise runNoise(Map<Settings, List<Trial>> groups, ToDoubleFunction<Trial> figure) {
        RunNoise noise = RunNoise.NONE;
        for (List<Trial> group : groups.values()) {
            noise = noise.andRuns(group.stream().mapToDouble(figure).toArray());
        }
        return noise;
    }

    Stream<Trial> trials() {
        return runs.values().stream().flatMap(List::stream);
    }

    Stream<Settings> settings() {
        return runs.keySet().stream();
    }

    int count(Settings settings) {
        return of(runs, settings).size();
    }

    /** Returns whether the experiment's stop rule ended a run of it. */
    boolean stopped(Settings settings) {
        return of(runs, settings).stream().anyMatch(trial -> trial.flags().contains(Flag.STOPPED));
    }

    /** Returns the mean of the runs' good responses a second; for a setting that was run. */
    double rate(Settings settings) {
        return mean(settings, SettingRuns::rateOf);
    }

    /** Returns the good responses a second of each run. */
    double[] rates(Settings settings) {
        return of(rates, settings).stream().mapToDouble(SettingRuns::rateOf).toArray();
    }

    double mean(Settings settings, ToDoubleFunction<Trial> figure) {
        return average(rates, settings, figure);
    }

    /** Returns the mean of a figure of response times. */
    double time(Settings settings, ToDoubleFunction<Trial> figure) {
        return average(times, settings, figure);
    }

    private static double average(Map<Settings, List<Trial>> of, Settings settings, ToDoubleFunction<Trial> figure) {
        return of(of, settings).stream().mapToDouble(figure).average().orElseThrow();
    }

    Interval throughput(Settings settings) {
        return interval(of(rates, settings), throughput, throughputNoise);
    }

    Interval p99(Settings settings) {
        return interval(of(times, settings), Trial::p99Ms, p99Noise);
    }

    /** Returns the failed requests as a share of all, of trials that straddle no switch of settings where there are such. */
    Interval errors(Settings settings) {
        List<Trial> told = unswitched(of(runs, settings));
        long good = told.stream().mapToLong(Trial::good).sum();
        long failed = told.stream().mapToLong(Trial::failed).sum();
        return Statistics.share(failed, Math.max(1, good + failed));
    }

    /** Returns the wider of the interval within the runs and, once it is known well enough, of the noise between runs. */
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

    /**
     * Returns the mean share by which settings that were run several times gave more the last time than the first; 0 where the
     * 95 % intervals do not show that they did.
     */
    double rise() {
        List<Interval> rises = runs.values().stream()
                .filter(all -> all.size() > 1)
                .filter(all -> all.stream().allMatch(each -> rateOf(each) > 0))
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

    private static List<Trial> of(Map<Settings, List<Trial>> trials, Settings settings) {
        return trials.getOrDefault(settings, List.of());
    }
}
