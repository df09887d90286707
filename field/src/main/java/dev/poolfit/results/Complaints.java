package dev.poolfit.results;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.units.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects what is wrong with a file, so that all of it can be reported at once; of very many, the first ones. */
final class Complaints {
    private static final int MOST = 20;
    private static final int LONGEST_QUOTE = 40;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();
    private int more;

    Complaints(String file) {
        this.file = file;
    }

    /** Collects about the same file, with nothing to complain of yet. */
    Complaints(Complaints other) {
        this(other.file);
    }

    /** Adds one about the file as a whole. */
    void add(String message) {
        add(0, file, message);
    }

    /** @param line from 1; 0 where no line is to blame */
    void add(long line, String field, String message) {
        if (problems.size() < MOST) {
            problems.add(new Problem((int) Math.min(line, Integer.MAX_VALUE), field, message));
        } else {
            more++;
        }
    }

    /** Ends the reading with one more complaint about the file as a whole. */
    InvalidExperiment with(String message) {
        return with(0, file, message);
    }

    /** Ends the reading with one more complaint. */
    InvalidExperiment with(long line, String field, String message) {
        add(line, field, message);
        return invalid();
    }

    /** @throws InvalidExperiment with everything collected, if there is anything */
    void raise() {
        if (!problems.isEmpty()) {
            throw invalid();
        }
    }

    private InvalidExperiment invalid() {
        var all = new ArrayList<>(problems);
        if (more > 0) {
            String total = String.format(Locale.ROOT, "%,d", problems.size() + more);
            all.add(new Problem(0, file, "has " + total + " problems; these are the first " + MOST));
        }
        return new InvalidExperiment(all);
    }

    /** Returns the text in quotes, harmless on a terminal and not too long. */
    static String quoted(String text) {
        return "\"" + PlainText.shortened(PlainText.line(text), LONGEST_QUOTE) + "\"";
    }
}
