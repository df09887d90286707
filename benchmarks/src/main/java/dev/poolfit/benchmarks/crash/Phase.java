package dev.poolfit.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The phase of a run that the program was in, as it shows from outside. */
enum Phase {
    STARTING,
    ATTACHING,
    WARM_UP,
    SWITCHING,
    MEASURING,
    /** Settings are switched under one load, or two builds have it by turns. */
    TURNS,
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
        int ended = run.trialsEnded();
        if (Files.exists(folder.resolve("result.json")) || Files.exists(folder.resolve("diagnosis.json"))) {
            return REPORTING;
        }
        if (Files.exists(series(folder, ended + 1))) {
            return JOURNAL;
        }
        String latest = said.lines().reduce("", (before, line) -> line);
        if (latest.contains("switching settings") || latest.contains("take turns")) {
            return TURNS;
        }
        if (begun == 0) {
            return said.contains("recording ")
                    ? MEASURING
                    : said.contains("warming up") ? WARM_UP : said.isEmpty() ? STARTING : ATTACHING;
        }
        if (ended >= begun) {
            return DECIDING;
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
