package dev.poolfit.experiment.file;

import dev.poolfit.experiment.SecretNames;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides secrets within a text, such as an address, a command, a header or a body. Each pattern passes over a text once:
 * none begins in the middle of what it passed over before.
 */
final class SecretText {
    private static final String HIDDEN = "******";

    /** The text that is written for the default of a reference. */
    static final String HIDDEN_DEFAULT = "***";

    private static final Pattern DEFAULT = Pattern.compile("\\$\\{[A-Za-z_]\\w*+(?::[-=+?]?+|[-=+?])");
    /** Matches numbers, times, shares and addresses of this machine: no secret is like that. */
    static final Pattern HARMLESS = Pattern.compile("(?:\\d{1,5}(?:\\.\\d{1,3})?(?:ms|s|m|h|%|/s|/m)?|"
            + "\\d{1,5}\\.\\.\\d{1,5}|true|false|max|(?:https?://)?(?:localhost|127\\.0\\.0\\.1)(?::\\d{1,5})?/?)?");

    private static final Pattern NONE = Pattern.compile("");
    private static final String REFERENCE = "\\$\\{\\w++(?:(?::[-=+?]?+|[-=+?])\\*\\*\\*)?+}";
    private static final Pattern REFERENCES =
            Pattern.compile("(?i)(?:(?:bearer|basic|token|digest)\\s++)?+(?:" + REFERENCE + "|:)++");
    /** Matches names in braces, which are looked up for each request, and so hold no secret either. */
    private static final Pattern LOOKED_UP =
            Pattern.compile("(?i)(?:(?:bearer|basic|token|digest)\\s++)?+(?:" + REFERENCE + "|\\{[\\w.-]++}|:)++");

    /** Matches a name before {@code =} or {@code :}, or an option before its value. */
    private static final Pattern NAMED =
            Pattern.compile("(?<![\\w.-])([\\w.-]++)\\]?+\\\\*+[\"']?+[ \\t]*+([=:])[ \\t]*+|"
                    + "(?<!\\S)(-[\\w.-]++)[ \\t]++(?=[^\\s-])");

    private static final Pattern ELEMENT = Pattern.compile("<([\\w:.-]++)[^<>]*+>([^<]++)");
    private static final Pattern USER_INFO = Pattern.compile("(?<=://)([^\\s/?#\"'<>]*)@");
    private static final Pattern SCHEME = Pattern.compile("(?i)\\b(?:bearer|basic)[ \\t]++([^\\s\"',;&<>\\\\]++)");
    private static final Pattern LOGIN_OPTION =
            Pattern.compile("(?<!\\S)(?:-u|--user|--proxy-user)(?:[ \\t]++|=)([^\\s:\"']*+:[^\\s\"']++)");
    private static final Pattern PEM =
            Pattern.compile("(?s)-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(.*?(?:-----END|\\z))");

    /** Matches parts of a secret that somebody else may quote alone, such as the password of a user and password. */
    private static final Pattern WORD = Pattern.compile("(?<![^\\s\"'\\[\\]{}:,@])[^\\s\"'\\[\\]{}:,@]{8,}+");

    private SecretText() {}

    /**
     * Shows a text that is no secret as a whole.
     *
     * @param hidden gets what was hidden, with what stands in its place
     */
    static String shown(String text, Map<String, String> hidden) {
        String shown = withoutDefaults(text, HARMLESS, hidden);
        shown = replaced(PEM, shown, 1, hidden);
        shown = named(shown, hidden);
        shown = replaced(USER_INFO, shown, 1, hidden);
        shown = replaced(SCHEME, shown, 1, hidden);
        shown = replaced(LOGIN_OPTION, shown, 1, hidden);
        return ELEMENT.matcher(shown)
                .replaceAll(element -> Matcher.quoteReplacement(
                        SecretNames.matches(element.group(1)) ? withGroup(element, 2, hidden) : element.group()));
    }

    /**
     * Hides a text that is a secret as a whole; references to the environment stay.
     *
     * @param lookedUp whether names in braces stay as well
     */
    static String hidden(String text, boolean lookedUp, Map<String, String> hidden) {
        String references = withoutDefaults(text, NONE, hidden);
        if ((lookedUp ? LOOKED_UP : REFERENCES).matcher(references.strip()).matches()) {
            return references;
        }
        hidden.put(text, HIDDEN);
        WORD.matcher(text).results().forEach(word -> hidden.put(word.group(), HIDDEN));
        return HIDDEN;
    }

    private static String withoutDefaults(String text, Pattern harmless, Map<String, String> hidden) {
        var shown = new StringBuilder(text.length());
        Matcher reference = DEFAULT.matcher(text);
        int from = 0;
        while (reference.find(from)) {
            int end = referenceEnd(text, reference.end());
            String value = text.substring(reference.end(), end);
            shown.append(text, from, reference.end());
            if (harmless.matcher(value).matches() || value.equals(HIDDEN_DEFAULT)) {
                shown.append(value);
            } else {
                hidden.put(value, HIDDEN);
                shown.append(HIDDEN_DEFAULT);
            }
            from = end;
        }
        return shown.append(text, from, text.length()).toString();
    }

    /** Returns where the brace of a reference closes, others within it counted; the end of the text if it does not. */
    private static int referenceEnd(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '}' && depth-- == 0) {
                return i;
            }
            depth += each == '{' ? 1 : 0;
        }
        return text.length();
    }

    private static String replaced(Pattern pattern, String text, int group, Map<String, String> hidden) {
        Function<MatchResult, String> replacement = match -> Matcher.quoteReplacement(withGroup(match, group, hidden));
        return pattern.matcher(text).replaceAll(replacement);
    }

    private static String withGroup(MatchResult match, int group, Map<String, String> hidden) {
        int from = match.start(group) - match.start();
        String whole = match.group();
        return whole.substring(0, from)
                + hidden(match.group(group), true, hidden)
                + whole.substring(from + match.group(group).length());
    }

    /** Hides the value after each name that tells of a secret: {@code name=value}, {@code "name": "value"}, {@code --name value}. */
    private static String named(String text, Map<String, String> hidden) {
        var shown = new StringBuilder(text.length());
        Matcher name = NAMED.matcher(text);
        int from = 0;
        while (name.find(from)) {
            shown.append(text, from, name.end());
            from = name.end();
            String named = name.group(1) == null ? name.group(3) : name.group(1);
            if (SecretNames.matches(named) && !isHost(text, name)) {
                var value = SecretValue.at(text, from, ":".equals(name.group(2)));
                shown.append(text, from, value.from())
                        .append(
                                value.from() == value.to()
                                        ? ""
                                        : hidden(text.substring(value.from(), value.to()), true, hidden));
                from = value.to();
            }
        }
        return shown.append(text, from, text.length()).toString();
    }

    private static boolean isHost(String text, MatchResult name) {
        return ":".equals(name.group(2)) && name.start() > 0 && "/@".indexOf(text.charAt(name.start() - 1)) >= 0;
    }
}
