package dev.poolfit.plan;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The rules that led to a trial or to a verdict: each but the last hands over to another table, and the last one asked for the
 * trial or gave the verdict.
 *
 * @param rules in the order in which they had their say; none for a trial of a run that an older Poolfit made
 */
public record RuleChain(List<NamedRule> rules) {
    /** The chain of a trial whose rule is not known. */
    public static final RuleChain NONE = new RuleChain(List.of());

    public RuleChain {
        rules = List.copyOf(rules);
    }

    /** Their names, such as {@code not-switched › across-the-range}; blank where there is none. */
    @Override
    public String toString() {
        return rules.stream().map(NamedRule::name).collect(Collectors.joining(" › "));
    }
}
