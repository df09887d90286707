package dev.poolfit.verdict.rule;

import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.Trace.Answer;
import dev.poolfit.plan.Trace.Asked;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Decision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Rules in the order in which they are asked. The first one whose condition holds, and whose trials the rest of the budget pays
 * for, decides (a decision list: Rivest, <i>Learning Decision Lists</i>, Machine Learning 2, 1987).
 *
 * @param name by which files and reports name the table, such as {@code rate}
 * @param <E> the evidence that the rules read
 */
public record RuleTable<E extends Evidence>(String name, List<Rule<? super E>> rules) {
    public RuleTable {
        rules = List.copyOf(rules);
    }

    @SafeVarargs
    public static <E extends Evidence> RuleTable<E> of(String name, Rule<? super E>... rules) {
        return new RuleTable<E>(name, List.<Rule<? super E>>of(rules));
    }

    /** A table that begins with rules that it shares with others. */
    @SafeVarargs
    public static <E extends Evidence> RuleTable<E> of(
            String name, List<? extends Rule<? super E>> first, Rule<? super E>... more) {
        return new RuleTable<>(
                name,
                Stream.<Rule<? super E>>concat(first.stream(), Arrays.stream(more))
                        .toList());
    }

    /** The rules as reports name them. */
    public List<NamedRule> named() {
        return rules.stream().map(rule -> rule.in(name, List.of())).toList();
    }

    /**
     * Returns what the rules decide; the decision tells which of them were asked.
     *
     * @throws IllegalStateException if none of them has anything to say
     */
    public Decision decide(E evidence) {
        return decide(evidence, () -> {
            throw new IllegalStateException("the last rule of a table has to give a verdict");
        });
    }

    /**
     * Returns the decision of the first part of a table.
     *
     * @param rest decides where no rule of this part has anything to say
     */
    public Decision decide(E evidence, Supplier<Decision> rest) {
        var asked = new ArrayList<Asked>();
        for (Rule<? super E> rule : rules) {
            Optional<Move> move = rule.move().apply(evidence);
            Optional<Decision> decision = move.flatMap(each -> each.within(evidence.left()));
            List<Message> because =
                    move.map(each -> each.because(evidence.left())).orElse(List.of());
            asked.add(new Asked(rule.in(name, because), answer(move, decision)));
            if (decision.isPresent()) {
                return decision.get().after(new Trace(asked));
            }
        }
        return rest.get().after(new Trace(asked));
    }

    private static Answer answer(Optional<Move> move, Optional<Decision> decision) {
        if (decision.isPresent()) {
            return Answer.FIRED;
        }
        return move.isPresent() ? Answer.NOT_PAID : Answer.NOT_THE_CASE;
    }
}
