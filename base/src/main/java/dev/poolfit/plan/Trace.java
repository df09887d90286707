package dev.poolfit.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * The way to a decision.
 *
 * @param asked every rule that was asked, in order; none where no table of rules decided
 */
public record Trace(List<Asked> asked) {
    /** The trace of a decision that no rule made. */
    public static final Trace NONE = new Trace(List.of());

    /** The outcome of asking a rule. */
    public enum Answer {
        /** It had its say: it asks for trials, gives the verdict, or hands over to the table whose rules follow. */
        FIRED,
        NOT_THE_CASE,
        /** Its condition holds, but what is left of the budget does not pay for its trials. */
        NOT_PAID
    }

    /** A rule and what became of it. */
    public record Asked(NamedRule rule, Answer answer) {}

    public Trace {
        asked = List.copyOf(asked);
    }

    /** The rules that had their say. */
    public RuleChain chain() {
        return new RuleChain(asked.stream()
                .filter(each -> each.answer() == Answer.FIRED)
                .map(Asked::rule)
                .toList());
    }

    /** This trace, after which others were asked. */
    public Trace then(Trace later) {
        return new Trace(Stream.concat(asked.stream(), later.asked.stream()).toList());
    }
}
