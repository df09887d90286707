package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.nio.file.Path;

/** Says that a folder that was named holds no run: bad input, not a failure of the environment. */
public final class NoRun extends EnvironmentFailure {
    /** @param folder that was named */
    public NoRun(Path folder) {
        super(folder + " holds no run", "name the folder that tune or demo printed at its end");
    }

    private NoRun(String what, String remedy) {
        super(what, remedy);
    }

    /** Tells of a run that ended before it wrote anything, as one that was interrupted while it attached. */
    public static NoRun toResume(Path folder) {
        return new NoRun(
                folder + " holds no run to go on with",
                "leave --resume out to begin one there, or name the folder of the run with --out");
    }

    /** Tells of a run without a load, which is no series of trials. */
    public static NoRun underOwnTraffic(Path folder) {
        return new NoRun(
                folder + " holds a run under a service's own traffic, which has no trials",
                "open its report.html; tune with --resume goes on");
    }

    /** Tells of a run that ended before its first trial did. */
    public static NoRun withoutTrials(Path folder) {
        return new NoRun(folder + " holds no finished trial", "tune again, or go on with --resume");
    }
}
