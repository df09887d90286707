package dev.poolfit.experiment;

import java.util.regex.Pattern;

/** Checks what may stand in a header of a request (RFC 9110, section 5). */
public final class HeaderField {
    /** The bound of a name, in words. */
    public static final String NAME_BOUND = "a header's name of letters, digits and !#$%&'*+.^_`|~- such as Accept";
    /** The bound of a value, in words. */
    public static final String VALUE_BOUND =
            "a header's value on one line, in letters of Western Europe (ISO 8859-1); percent-encode others";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7E\\xA0-\\xFF]*");

    private HeaderField() {}

    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    public static boolean isValue(String text) {
        return VALUE.matcher(text).matches();
    }
}
