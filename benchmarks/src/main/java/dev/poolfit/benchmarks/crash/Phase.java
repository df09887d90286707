package dev.poolfit.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Where in its run the tuner was, as it shows from outside. */
enum Phase {
    STARTING,
    ATTACHING,
    WARM_UP,
    SWITCHING,
    MEASURING,
    JOURNAL,
    /** The search decides, or the run ends and puts the settings back. */
    DECIDING,
    RESTORING,
    REPORTING,
    OVER;

    private static final long SWITCH_MILLIS = 400;

    /** @param folder the run's */
    static Phase of(Run run, Path err, Path folder) throws IOException {
        if (!run.alive()) {
            return OVER;
        }
        String said = run.err();
        int begun = run.trialsBegun();
        if (begun == 0) {
            return said.contains("warming up") ? WARM_UP : said.isEmpty() ? STARTING : ATTACHING;
        }
        if (run.trialsEnded() == begun) {
            return Files.exists(folder.resolve("result.json")) ? REPORTING : DECIDING;
        }
        if (Files.exists(series(folder, begun))) {
            return JOURNAL;
        }
        long since = System.currentTimeMillis() - Files.getLastModifiedTime(err).toMillis();
        return since < SWITCH_MILLIS ? SWITCHING : MEASURING;
    }

    static Path series(Path folder, int trial) {
        return folder.resolve("series").resolve(String.format(Locale.ROOT, "%03d.csv", trial));
    }

    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
