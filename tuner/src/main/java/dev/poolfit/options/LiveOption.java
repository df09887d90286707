package dev.poolfit.options;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a run under the service's own traffic. */
public final class LiveOption {
    @Option(
            names = "--live",
            description =
                    "Compare smaller pools under the service's own traffic, without an experiment file; no load is"
                            + " put.")
    private boolean live;

    @Option(names = "--apply", description = "Set the pool to the answer at the end, where the load is live.")
    private boolean apply;

    @Option(names = "--yes", description = "Do not ask before a run under the service's own traffic begins.")
    private boolean yes;

    @Option(
            names = "--between",
            paramLabel = "HH:MM-HH:MM",
            description = "Compare at these hours of the day alone, where the load is live, such as 09:00-18:00.")
    private @Nullable String between;

    /** Returns whether the service's own traffic is asked for. */
    public boolean live() {
        return live;
    }

    public boolean apply() {
        return apply;
    }

    public boolean yes() {
        return yes;
    }

    /** Returns whether there is an option that is for live load alone; {@code --live} is not among them. */
    private boolean others() {
        return apply || yes || between != null;
    }

    /** @throws InvalidExperiment if the hours are none */
    public void require() {
        if (between != null) {
            hours(between);
        }
    }

    /**
     * Refuses options that are for a service's own traffic alone.
     *
     * @param isLive whether the load is that
     * @throws InvalidExperiment if one of them is given, and it is not
     */
    public void requireFor(boolean isLive) {
        if (!isLive && (live || others())) {
            throw invalid(
                    live ? "--live" : "--apply, --yes, --between",
                    "must be given with a service's own traffic alone; say load: live in the file, or name the service by"
                            + " --port and --live");
        }
    }

    /**
     * Refuses options that say what load to put.
     *
     * @param loaded whether there are such
     * @throws InvalidExperiment if there are, or if the agent cannot come into the service
     */
    public void requireNoLoad(ServicePlace place, boolean loaded) {
        place.attach();
        if (place.byJmx()) {
            throw invalid(
                    "--live",
                    "needs a service that the agent can come into; name it by --port, --pid, --command or --kubernetes");
        }
        if (loaded) {
            throw invalid(
                    "--live",
                    "puts no load: of the options that stand for a file it takes --pool, --pool-name and --budget alone");
        }
    }

    private static InvalidExperiment invalid(String option, String what) {
        return new InvalidExperiment(List.of(new Problem(0, option, what)));
    }

    private static List<LocalTime> hours(String text) {
        String[] ends = text.strip().split("-", -1);
        try {
            if (ends.length == 2) {
                LocalTime from = LocalTime.parse(ends[0].strip());
                LocalTime to = LocalTime.parse(ends[1].strip());
                if (!from.equals(to)) {
                    return List.of(from, to);
                }
            }
        } catch (DateTimeParseException unfit) {
            // The problem says what is wanted.
        }
        throw invalid("--between", "must be two different times of day such as 09:00-18:00, but is \"" + text + "\"");
    }

    /** Returns whether a time of day is among the hours at which sizes may be compared; hours may go past midnight. */
    public boolean allows(LocalTime now) {
        if (between == null) {
            return true;
        }
        List<LocalTime> ends = hours(between);
        boolean after = !now.isBefore(ends.get(0));
        boolean before = now.isBefore(ends.get(1));
        return ends.get(0).isBefore(ends.get(1)) ? after && before : after || before;
    }
}
