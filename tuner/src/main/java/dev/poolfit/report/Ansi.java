package dev.poolfit.report;

/** Emphasis on a terminal, or none. */
public enum Ansi {
    PLAIN,
    COLOURED;

    public String good(String text) {
        return styled("1;32", text);
    }

    public String warning(String text) {
        return styled("1;33", text);
    }

    public String alarm(String text) {
        return styled("1;31", text);
    }

    public String bold(String text) {
        return styled("1", text);
    }

    public String faint(String text) {
        return styled("2", text);
    }

    private String styled(String code, String text) {
        return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
