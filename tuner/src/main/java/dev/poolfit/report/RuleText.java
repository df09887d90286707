package dev.poolfit.report;

import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.RuleChain;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts the rules that led to trials and verdicts into words. */
public final class RuleText {
    private final Language language;
    private final Set<NamedRule> told = new HashSet<>();

    /** @param language the reader's language */
    public RuleText(Language language) {
        this.language = language;
    }

    /** Returns the words of a rule; its name, where this version of Poolfit does not know it. */
    public String words(NamedRule rule) {
        return language.says(rule.words()) ? language.text(rule.words()) : rule.name();
    }

    /** The sentence of the last rule; before it those of the rules that handed over to its table, when they do so first. */
    public List<String> news(RuleChain chain) {
        int last = chain.rules().size() - 1;
        var news = new LinkedHashSet<String>();
        for (int i = 0; i <= last; i++) {
            if (told.add(chain.rules().get(i).alone()) || i == last) {
                news.add(words(chain.rules().get(i)));
            }
        }
        return List.copyOf(news);
    }

    /** Returns what the last rule of a chain decided from, such as what was known of each setting; blank where it tells nothing. */
    public String because(RuleChain chain) {
        return chain.rules().isEmpty()
                ? ""
                : because(chain.rules().get(chain.rules().size() - 1));
    }

    private String because(NamedRule rule) {
        return rule.because().stream()
                .filter(language::says)
                .map(language::text)
                .collect(Collectors.joining("; "));
    }

    /** Returns the words of the rule that ended a run, and what was left of its budget. */
    String ended(RuleChain chain) {
        NamedRule first = chain.rules().get(0);
        String words = words(chain.rules().get(chain.rules().size() - 1));
        return first.because().isEmpty() ? words : words + " (" + because(first) + ")";
    }

    /** Returns the words of a rule, and what it decided from. */
    private String reasoned(NamedRule rule) {
        return words(rule) + (rule.because().isEmpty() ? "" : " (" + because(rule) + ")");
    }

    /** The rules that asked for trials for which the budget was not enough, and what they needed. */
    public List<String> notPaid(Trace trace) {
        return trace.asked().stream()
                .filter(each -> each.answer() == Trace.Answer.NOT_PAID)
                .map(each -> reasoned(each.rule()))
                .distinct()
                .toList();
    }

    /** Every rule that was asked for a decision, by table, what became of it, and what is tried next. */
    List<String> asked(Trace trace, Optional<TrialPlan> plan) {
        var lines = new ArrayList<String>();
        String table = "";
        for (Trace.Asked each : trace.asked()) {
            if (!each.rule().table().equals(table)) {
                table = each.rule().table();
                lines.add(language.text("debug.table", table));
            }
            boolean fired = each.answer() == Trace.Answer.FIRED;
            lines.add("- " + each.rule().name() + ": " + language.text(each.answer())
                    + (fired ? ". " + words(each.rule()) : "")
                    + (each.rule().because().isEmpty() ? "" : " (" + because(each.rule()) + ")"));
        }
        lines.add(plan.map(each -> language.text("debug.plan", each.toString()))
                .orElseGet(() -> language.text("debug.verdict")));
        return lines;
    }
}
