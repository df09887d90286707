package dev.poolfit.verdict.search;

import dev.poolfit.units.Message;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A rule of a search. A search is an ordered list of rules: of those whose case is given, the first whose trials the budget
 * pays for says what comes next, and the last one gives the verdict (a decision list: Rivest, <i>Learning Decision Lists</i>,
 * Machine Learning 2, 1987).
 *
 * @param name by which the words for it are found: {@code step.NAME}
 * @param figures the numbers in its words, in their order
 * @param move what it asks for; empty where its case is not given
 * @param <E> the evidence that it looks at
 */
record Rule<E extends Evidence>(String name, List<Object> figures, Function<E, Optional<Move>> move) {
    static <E extends Evidence> Rule<E> of(String name, Function<E, Optional<Move>> move, Object... figures) {
        return new Rule<>(name, List.of(figures), move);
    }

    /** A table that begins as another one. */
    @SafeVarargs
    static <E extends Evidence> List<Rule<? super E>> table(
            List<? extends Rule<? super E>> first, Rule<? super E>... more) {
        return Stream.<Rule<? super E>>concat(first.stream(), Arrays.stream(more))
                .toList();
    }

    /** When it says what comes next, and what that is. */
    Message words() {
        return new Message("step." + name, figures);
    }

    /** What the first of some rules says that has something to say; empty where none has. */
    static <E extends Evidence> Optional<Decision> first(List<Rule<? super E>> rules, E evidence) {
        return rules.stream().flatMap(rule -> rule.decision(evidence).stream()).findFirst();
    }

    /**
     * The same of a whole table.
     *
     * @throws IllegalStateException if its last rule gives no verdict
     */
    static <E extends Evidence> Decision decide(List<Rule<? super E>> table, E evidence) {
        return first(table, evidence)
                .orElseThrow(() -> new IllegalStateException("the last rule of a table has to give a verdict"));
    }

    private Optional<Decision> decision(E evidence) {
        return move.apply(evidence)
                .flatMap(each -> each instanceof Move.Try trial
                        ? trial.paidBy(evidence.left())
                                ? Optional.of(new TryNext(trial.plan(), Optional.of(words())))
                                : Optional.empty()
                        : Optional.of(((Move.Say) each).decision()));
    }
}
