package dev.poolfit.plan;

import dev.poolfit.units.Message;
import java.util.List;

/**
 * A rule of a search by its name, as the journal and the reports tell of it. How it decides lists all of them.
 *
 * @param table the name of the table that it stands in, such as {@code rate}
 * @param name its own name, such as {@code settle}
 * @param figures the numbers in its words, in their order; a whole number is a {@code Long}
 * @param because what it decided from: what was known of the settings it asks for, its cost, and what was left of the budget
 */
public record NamedRule(String table, String name, List<Object> figures, List<Message> because) {
    public NamedRule {
        because = List.copyOf(because);
        figures = figures.stream()
                .map(each -> each instanceof Integer number ? (Object) number.longValue() : each)
                .toList();
    }

    /** A rule by itself, apart from what it decides. */
    public NamedRule(String table, String name, List<Object> figures) {
        this(table, name, figures, List.of());
    }

    /** Returns this rule by itself. */
    public NamedRule alone() {
        return new NamedRule(table, name, figures);
    }

    /** Returns the words of the rule: its case, and what it asks for. */
    public Message words() {
        return new Message("step." + name, figures);
    }
}
