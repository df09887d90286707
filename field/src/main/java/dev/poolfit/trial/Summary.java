package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.RuleChain;
import dev.poolfit.trial.WindowNote.Shape;
import dev.poolfit.units.Durations;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Makes the trial of a measured window, with what was noted of it. */
final class Summary {
    private final WindowFigures window;

    /**
     * @param settings the effective settings
     * @param seen the window's seconds as the load generator saw them; at least 2
     * @param read the same seconds with what the probes read
     */
    Summary(Load load, Settings settings, List<ClientSecond> seen, List<Sample> read) {
        window = new WindowFigures(load, settings, seen, read);
    }

    MeasuredTrial trial(PlannedTrial planned, int number, Instant started, int warmSeconds, End end) {
        var notes = EnumSet.noneOf(Flag.class);
        if (end == End.FUTILE) {
            notes.add(Flag.ENDED_EARLY);
        }
        if (end == End.STOPPED) {
            notes.add(Flag.STOPPED);
        }
        notes.addAll(WindowNote.of(window, end == End.PLANNED ? Shape.WHOLE : Shape.CUT_SHORT));
        return trial(planned, number, started, warmSeconds, Statistics.rate(window.rates()), notes);
    }

    /**
     * Makes the trial of a load that grew until it broke, of which nothing is steady.
     *
     * @param carried good responses a second before it broke
     * @param broke what broke
     */
    MeasuredTrial ramp(PlannedTrial planned, int number, Instant started, Interval carried, Flag broke) {
        var notes = EnumSet.of(broke);
        notes.addAll(WindowNote.of(window, Shape.RAMP));
        if (carried.mean() == 0) {
            notes.add(Flag.TOO_FEW_REQUESTS);
        }
        return trial(planned, number, started, 0, carried, notes);
    }

    /**
     * Makes the trial of a setting that held for some periods of a load, between others. Its responses straddle the
     * switches: their percentiles are shown, with an interval that decides nothing, and the mean follows from Little's
     * law where that can be.
     *
     * @param periods good responses a second, by period
     * @param held seconds for which the setting held, in all
     * @param discarded seconds that were left out after the switches, in all
     * @param found what is wrong with the switching
     */
    MeasuredTrial switched(
            PlannedTrial planned,
            int number,
            Instant started,
            Interval throughput,
            Periods periods,
            double held,
            double discarded,
            Set<Flag> found) {
        Set<Flag> notes = WindowNote.of(window, Shape.SWITCHED);
        notes.addAll(found);
        double measured = held - discarded;
        return new MeasuredTrial(
                identity(planned, number, started),
                new Trial.Span(discarded, Math.max(1, measured)),
                responses(
                        throughput,
                        littleMs(throughput.mean()).orElse(window.meanMs()),
                        new Interval(window.p99Ms().mean(), 0, Double.POSITIVE_INFINITY)),
                new Trial.Readings(window.means(), window.peaks()),
                notes,
                Optional.of(periods));
    }

    /** Returns the mean response time by Little's law in milliseconds, R = N ÷ X − Z. */
    private OptionalDouble littleMs(double rate) {
        Load load = window.load();
        if (!(load.shape() instanceof Load.Users closed)
                || load.script().isPresent()
                || rate == 0
                || window.failed() > 0) {
            return OptionalDouble.empty();
        }
        double cycle = closed.users() / rate - Durations.seconds(load.think());
        return cycle > 0 ? OptionalDouble.of(1000 * cycle) : OptionalDouble.empty();
    }

    private MeasuredTrial trial(
            PlannedTrial planned, int number, Instant started, int warmSeconds, Interval throughput, Set<Flag> notes) {
        return new MeasuredTrial(
                identity(planned, number, started),
                new Trial.Span(warmSeconds + window.leftOut(), window.client().size()),
                responses(throughput, window.meanMs(), window.p99Ms()),
                new Trial.Readings(window.means(), window.peaks()),
                notes);
    }

    private Trial.Identity identity(PlannedTrial planned, int number, Instant started) {
        return new Trial.Identity(
                number, planned.role(), window.settings(), started, planned.predicted(), RuleChain.NONE);
    }

    private Trial.Responses responses(Interval throughput, double meanMs, Interval p99Ms) {
        return new Trial.Responses(
                throughput, window.good(), window.failed(), meanMs, p99Ms, window.failures(), window.times());
    }
}
