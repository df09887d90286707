package dev.poolfit.configuration;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A property as a file writes it.
 *
 * @param name with dots between its parts, such as {@code spring.datasource.hikari.maximum-pool-size}
 * @param value with its placeholders
 */
record SpringProperty(String name, String value) {
    private static final Pattern BRACKETS = Pattern.compile("\\.?\\[([^\\]]*[^\\]\\d][^\\]]*)]");
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");

    SpringProperty {
        name = BRACKETS.matcher(name).replaceAll(key -> "." + Matcher.quoteReplacement(key.group(1)));
        name = name.startsWith(".") ? name.substring(1) : name;
    }

    /** Returns the name as Spring compares it: without case, dashes and underscores. */
    String relaxed() {
        return relaxed(name);
    }

    /** Returns the relaxed name of the list that it is an element of, or its own. */
    String list() {
        return INDEX.matcher(relaxed()).replaceFirst("");
    }

    /** Returns the last part of its name. */
    String key() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    static String relaxed(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
