package dev.poolfit.verdict.rule;

import dev.poolfit.plan.NamedRule;
import dev.poolfit.units.Message;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A rule of a search: a case, and what the search does in it. It reads the evidence and changes nothing.
 *
 * @param name unique within its table; {@code step.NAME} has its words: when it has its say, what it asks for, and why
 * @param figures the numbers in its words, in their order, as {@link dev.poolfit.units.Message} takes them
 * @param move what it asks for; empty where its case is not given
 * @param <E> the evidence that it reads
 */
public record Rule<E extends Evidence>(String name, List<Object> figures, Function<E, Optional<Move>> move) {
    public Rule {
        figures = List.copyOf(figures);
    }

    public static <E extends Evidence> Rule<E> of(String name, Function<E, Optional<Move>> move, Object... figures) {
        return new Rule<>(name, List.of(figures), move);
    }

    /** This rule as a rule of a table, with what it decided from. */
    NamedRule in(String table, List<Message> because) {
        return new NamedRule(table, name, figures, because);
    }
}
