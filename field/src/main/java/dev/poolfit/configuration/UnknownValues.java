package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Collects values of a file that are not known, or are none: rules on them are left out, and each is named. */
final class UnknownValues {
    private final Map<String, String> unset = new LinkedHashMap<>();
    private final Map<String, String> noNumbers = new LinkedHashMap<>();

    /** Returns the value where it is known; notes it where it is not. */
    Optional<String> known(String property, SpringValue value) {
        if (value.isKnown()) {
            return Optional.of(value.text().strip());
        }
        unset.put(
                property,
                value.unset().isEmpty()
                        ? value.text().replaceFirst("ENC\\(.*", "ENC(…)").replaceAll(".*(@[\\w.-]+@).*", "$1")
                        : String.join(", ", new TreeSet<>(value.unset())));
        return Optional.empty();
    }

    /** Returns the value where it is a whole number; notes it where it is not. */
    Optional<String> number(String property, String value) {
        if (value.matches("[-+]?\\d{1,18}")) {
            return Optional.of(String.valueOf(Long.parseLong(value)));
        }
        if (value.matches("0[xX][0-9a-fA-F]{1,15}")) {
            return Optional.of(String.valueOf(Long.decode(value)));
        }
        noNumbers.put(property, value);
        return Optional.empty();
    }

    /** Reads truth values as Spring does. */
    static String truth(String value) {
        return value.matches("(?i)true|on|yes|1") ? "true" : value.matches("(?i)false|off|no|0") ? "false" : value;
    }

    List<Finding> notes() {
        var notes = new ArrayList<Finding>();
        if (!unset.isEmpty()) {
            notes.add(SettingRule.VALUES_UNKNOWN.finding(Map.of(), listed(unset)));
        }
        if (!noNumbers.isEmpty()) {
            notes.add(SettingRule.VALUES_NO_NUMBERS.finding(Map.of(), listed(noNumbers)));
        }
        return notes;
    }

    private static String listed(Map<String, String> all) {
        return all.entrySet().stream()
                .map(each -> each.getValue() + " (" + each.getKey() + ")")
                .collect(Collectors.joining(", "));
    }
}
