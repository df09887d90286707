package dev.poolfit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The calls in source code that make a message, each with its key and the number of its arguments. */
final class MessageCalls {
    private static final Pattern BEGINNING = Pattern.compile("(?:Message\\.of|language\\.text)\\(");
    private static final Pattern LITERAL = Pattern.compile("\"([a-z]+(?:[.-][a-z0-9]+)*)\"");
    private static final Pattern KEY_ONLY =
            Pattern.compile("\\s*(?:.*\\?)?\\s*\"[^\"]*\"\\s*(?::[^:]*)?", Pattern.DOTALL);

    private MessageCalls() {}

    /** A call. */
    record Call(String key, int arguments) {}

    static List<Call> in(String source) {
        var calls = new ArrayList<Call>();
        Matcher beginnings = BEGINNING.matcher(source);
        while (beginnings.find()) {
            List<String> parts = parts(source, beginnings.end());
            String key = parts.get(0);
            if (KEY_ONLY.matcher(key).matches()) {
                LITERAL.matcher(key.substring(key.lastIndexOf('?') + 1))
                        .results()
                        .forEach(each -> calls.add(new Call(each.group(1), parts.size() - 1)));
            }
        }
        return calls;
    }

    /** What stands between the parentheses that are open here, split at the commas that are in no others. */
    private static List<String> parts(String source, int from) {
        var parts = new ArrayList<String>();
        int open = 0;
        boolean quoted = false;
        int begin = from;
        for (int i = from; ; i++) {
            char c = source.charAt(i);
            if (c == '"' && source.charAt(i - 1) != '\\') {
                quoted = !quoted;
            }
            if (quoted) {
                continue;
            }
            if (c == '(' || c == '{') {
                open++;
            }
            if (open == 0 && (c == ',' || c == ')')) {
                parts.add(source.substring(begin, i));
                begin = i + 1;
            }
            if (c == ')' && open == 0) {
                return parts;
            }
            if (c == ')' || c == '}') {
                open--;
            }
        }
    }
}
