package dev.poolfit.agent;

/** Writes the shape of a statement in one line, and with one sign for values that follow each other. */
final class SqlShape {
    private static final String CUT = "…";
    private static final String[] ROWS = {"(?)", "(?, …)"};
    private static final String ONE_ROW = "(?), …";

    private final StringBuilder told = new StringBuilder();

    int length() {
        return told.length();
    }

    /** Adds code; control characters become blanks. */
    void add(CharSequence code) {
        for (int i = 0; i < code.length(); i++) {
            add(code.charAt(i));
        }
    }

    void add(char each) {
        told.append(Character.isISOControl(each) ? ' ' : each);
        rows(each);
    }

    void blank() {
        if (told.length() > 0 && told.charAt(told.length() - 1) != ' ') {
            told.append(' ');
        }
    }

    /** Adds a value; several in a row are one with more to follow. */
    void value() {
        int end = told.length();
        while (end > 0 && told.charAt(end - 1) == ' ') {
            end--;
        }
        if (end > 0 && told.charAt(end - 1) == ',') {
            if (endsWith("?, " + CUT, end - 1)) {
                told.setLength(end - 1);
                return;
            }
            if (endsWith("?", end - 1)) {
                told.setLength(end - 1);
                told.append(", ").append(CUT);
                return;
            }
        }
        told.append('?');
    }

    /** Joins rows of values: several in a row are one with more to follow. */
    private void rows(char last) {
        if (last != ')') {
            return;
        }
        for (String row : ROWS) {
            for (String before : ROWS) {
                if (replaced(before + "," + row) || replaced(before + ", " + row)) {
                    return;
                }
            }
            if (replaced(ONE_ROW + "," + row) || replaced(ONE_ROW + ", " + row)) {
                return;
            }
        }
    }

    private boolean replaced(String end) {
        int from = told.length() - end.length();
        if (!endsWith(end, told.length())) {
            return false;
        }
        told.setLength(from);
        told.append(ONE_ROW);
        return true;
    }

    private boolean endsWith(String wanted, int end) {
        int from = end - wanted.length();
        return from >= 0 && told.indexOf(wanted, from) == from;
    }

    /**
     * Returns all of it.
     *
     * @param rest whether there was more, which is not told
     * @param longest in characters
     */
    String text(boolean rest, int longest) {
        boolean apart = told.length() > 0 && told.charAt(told.length() - 1) == ' ';
        String done = told.toString().trim();
        if (!rest && done.length() <= longest) {
            return done;
        }
        String tail = apart ? " " + CUT : CUT;
        return done.substring(0, Math.min(done.length(), longest - tail.length())) + tail;
    }
}
