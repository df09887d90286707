package dev.poolfit.experiment.file;

/**
 * The place of a value in a text.
 *
 * @param from its first character, after a quotation mark if there is one
 * @param to the character after it
 */
record SecretValue(int from, int to) {
    /**
     * Finds the value that begins at a place: up to its closing quotation mark or bracket, else up to what ends a value
     * in addresses, commands and JSON.
     *
     * @param spaced whether an unquoted value may have blanks, as that of a header has
     */
    static SecretValue at(String text, int start, boolean spaced) {
        int from = start;
        while (from < text.length() && text.charAt(from) == '\\') {
            from++;
        }
        int slashes = from - start;
        if (from < text.length() && (text.charAt(from) == '"' || text.charAt(from) == '\'')) {
            return new SecretValue(from + 1, closing(text, from + 1, text.charAt(from), slashes));
        }
        return new SecretValue(start, slashes > 0 ? from : unquotedEnd(text, start, spaced));
    }

    /** Returns the closing quotation mark: one with as many backslashes before it as before the opening one. */
    private static int closing(String text, int from, char quote, int slashes) {
        int before = 0;
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == quote && before <= slashes) {
                return i - before;
            }
            before = text.charAt(i) == '\\' ? before + 1 : 0;
        }
        return text.length();
    }

    private static int unquotedEnd(String text, int from, boolean spaced) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '{' || each == '[') {
                depth++;
            } else if (depth > 0 && (each == '}' || each == ']')) {
                depth--;
            } else if (depth == 0 && (each == '\n' || ends(each) || (!spaced && Character.isWhitespace(each)))) {
                return i;
            }
        }
        return text.length();
    }

    private static boolean ends(char each) {
        return "&;,\"'<>)}]`\\".indexOf(each) >= 0;
    }
}
