package dev.poolfit.configuration;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A profile expression of Spring's, such as {@code prod & (eu | us)} or {@code !dev}. As in Spring, {@code &} and {@code |}
 * stand together only with parentheses.
 */
final class ProfileExpression {
    private final Deque<String> tokens = new ArrayDeque<>();
    private final Set<String> wanted = new TreeSet<>();

    private Predicate<Set<String>> rule = active -> false;

    private ProfileExpression(String text) {
        var all = new StringTokenizer(text, "()&|!", true);
        while (all.hasMoreTokens()) {
            String token = all.nextToken().strip();
            if (!token.isEmpty()) {
                tokens.add(token);
            }
        }
    }

    /** Returns empty where Spring refuses the text. */
    static Optional<ProfileExpression> of(String text) {
        var expression = new ProfileExpression(text);
        Optional<Predicate<Set<String>>> read = expression.several(true);
        read.ifPresent(rule -> expression.rule = rule);
        return read.filter(rule -> expression.tokens.isEmpty()).map(rule -> expression);
    }

    boolean accepts(Set<String> active) {
        return rule.test(active);
    }

    /** Returns the profiles that it names without {@code !} before them. */
    Set<String> wanted() {
        return wanted;
    }

    private Optional<Predicate<Set<String>>> several(boolean positive) {
        Optional<Predicate<Set<String>>> all = one(positive);
        String operator = null;
        while (all.isPresent() && !tokens.isEmpty() && !tokens.peek().equals(")")) {
            String next = tokens.remove();
            if (!next.matches("[&|]") || operator != null && !operator.equals(next)) {
                return Optional.empty();
            }
            operator = next;
            Predicate<Set<String>> before = all.get();
            all = one(positive).map(after -> next.equals("&") ? before.and(after) : before.or(after));
        }
        return all;
    }

    private Optional<Predicate<Set<String>>> one(boolean positive) {
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        String token = tokens.remove();
        if (token.equals("!")) {
            return one(!positive).map(Predicate::negate);
        }
        if (token.equals("(")) {
            Optional<Predicate<Set<String>>> inner = several(positive);
            return ")".equals(tokens.poll()) ? inner : Optional.empty();
        }
        if (token.matches("[)&|]")) {
            return Optional.empty();
        }
        if (positive) {
            wanted.add(token);
        }
        return Optional.of(active -> active.contains(token));
    }
}
