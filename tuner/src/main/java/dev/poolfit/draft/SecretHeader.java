package dev.poolfit.draft;

import dev.poolfit.experiment.HeaderField;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Secret;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A header that each request gets and whose value is written nowhere: a file refers to a variable of the environment.
 *
 * @param name such as {@code Authorization}
 * @param value the value that is sent
 * @param written the text in its place in a file, such as <code>${POOLFIT_HEADER_AUTHORIZATION}</code>
 * @param variable the variable that has to be set to the value; empty where the value came from the environment
 */
public record SecretHeader(String name, Secret value, String written, Optional<String> variable) {
    private static final String OPTION = "--header";
    private static final String FORM = "NAME: VALUE such as 'Authorization: Bearer …'";
    private static final String PREFIX = "POOLFIT_HEADER_";
    /** A reference that the user wrote, with the scheme of RFC 9110 before it. */
    private static final Pattern REFERENCE =
            Pattern.compile("(?:[A-Za-z][A-Za-z-]* +)?\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private static final Pattern BRACES = Pattern.compile("\\{[^{}]*}");
    /** Headers that the client sets itself. */
    private static final Set<String> RESERVED =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    /**
     * Reads headers as they are given on a command line. No message repeats what was given: any part of it may be secret.
     *
     * @param environment the variables that references name
     * @throws InvalidExperiment with every problem
     */
    public static List<SecretHeader> of(List<String> given, Map<String, String> environment) {
        var problems = new ArrayList<Problem>();
        var headers = new ArrayList<SecretHeader>();
        var variables = new HashSet<String>();
        for (int i = 0; i < given.size(); i++) {
            String which = given.size() == 1 ? "but " : "but number " + (i + 1) + " ";
            int colon = given.get(i).indexOf(':');
            String name = given.get(i).substring(0, Math.max(0, colon)).strip();
            String value = given.get(i).substring(colon + 1).strip();
            String variable = PREFIX + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
            Matcher reference = REFERENCE.matcher(value);
            boolean refers = reference.matches();
            String resolved =
                    refers ? environment.getOrDefault(reference.group(1), "").strip() : value;
            if (colon < 0) {
                problems.add(problem("must be " + FORM + ", " + which + "has no colon"));
            } else if (!HeaderField.isName(name)) {
                problems.add(problem("must be " + FORM + ", " + which + "has before its colon no "
                        + HeaderField.NAME_BOUND.replaceFirst("^a ", "")));
            } else if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
                problems.add(problem("must not be " + name + ", which each client sets itself; leave it out"));
            } else if (!variables.add(variable)) {
                problems.add(problem("must have each name once, but has " + name + " twice"));
            } else if (refers && resolved.isEmpty()) {
                problems.add(problem("needs the environment variable " + reference.group(1)
                        + ", which is not set; export it first"));
            } else if (resolved.isEmpty()) {
                problems.add(problem("must be " + FORM + ", " + which + "has nothing behind its colon"));
            } else if (!HeaderField.isValue(resolved)) {
                problems.add(problem("must have " + HeaderField.VALUE_BOUND + ", " + which
                        + "has another character in the value of " + name));
            } else if (BRACES.matcher(resolved).find()) {
                problems.add(problem("must have no braces in its value, since a file takes what stands in them for a"
                        + " placeholder, " + which + "has them in the value of " + name));
            } else {
                headers.add(
                        refers
                                ? new SecretHeader(
                                        name,
                                        new Secret(value.substring(0, value.indexOf("${")) + resolved),
                                        value,
                                        Optional.empty())
                                : new SecretHeader(
                                        name, new Secret(value), "${" + variable + "}", Optional.of(variable)));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidExperiment(problems);
        }
        return List.copyOf(headers);
    }

    private static Problem problem(String message) {
        return new Problem(0, OPTION, message);
    }
}
