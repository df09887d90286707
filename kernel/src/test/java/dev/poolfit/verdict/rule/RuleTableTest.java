package dev.poolfit.verdict.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Trace.Answer;
import dev.poolfit.plan.Trace.Asked;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The first rule that has something to say, and whose trials are paid for, decides; the decision tells who was asked. */
class RuleTableTest {
    private static final Rule<Evidence> SILENT = Rule.of("silent", evidence -> Optional.empty());
    private static final Rule<Evidence> DEAR =
            Rule.of("dear", evidence -> evidence.tried(evidence.initial(), Duration.ofSeconds(60)), 60);
    private static final Rule<Evidence> CHEAP =
            Rule.of("cheap", evidence -> evidence.tried(evidence.initial(), Duration.ofSeconds(5)));
    private static final RuleTable<Evidence> INNER = RuleTable.of("inner", SILENT, CHEAP);

    private static Evidence left(int seconds) {
        var request =
                new Load.Request("GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 399));
        var problem = new SearchProblem(
                new SearchSpace(Map.of()),
                Goal.HIGHEST,
                new Load(new Load.Users(9), Duration.ZERO, List.of(request), Duration.ofSeconds(60), Set.of()),
                Settings.ofPoolAndThreads(10, 200),
                OptionalInt.empty(),
                Duration.ofMinutes(5),
                1);
        return new Evidence(problem, List.of(), Duration.ofSeconds(seconds));
    }

    private static Asked asked(String table, Rule<Evidence> rule, Answer answer) {
        return new Asked(new NamedRule(table, rule.name(), rule.figures()), answer);
    }

    private static List<Asked> asked(Decision decision) {
        return decision.trace().asked().stream()
                .map(each -> new Asked(each.rule().alone(), each.answer()))
                .toList();
    }

    @Test
    void a_rule_tells_what_it_decided_from_and_what_its_trials_cost_of_the_rest_of_the_budget() {
        Rule<Evidence> knowing = Rule.of(
                "knowing",
                evidence -> evidence.tried(evidence.initial(), Duration.ofSeconds(5), Message.of("because.enough", 9)));

        List<Asked> asked =
                RuleTable.of("outer", DEAR, knowing).decide(left(30)).trace().asked();

        assertThat(asked.get(0).rule().because()).containsExactly(Message.of("because.cost", "1m", "30s"));
        assertThat(asked.get(1).rule().because())
                .containsExactly(Message.of("because.enough", 9), Message.of("because.cost", "5s", "30s"));
    }

    @Test
    void a_rule_whose_trials_are_not_paid_for_leaves_it_to_the_next() {
        var table = RuleTable.of("outer", SILENT, DEAR, CHEAP);

        assertThat(table.decide(left(60)).trace().chain()).hasToString("dear");
        assertThat(asked(table.decide(left(59))))
                .containsExactly(
                        asked("outer", SILENT, Answer.NOT_THE_CASE),
                        asked("outer", DEAR, Answer.NOT_PAID),
                        asked("outer", CHEAP, Answer.FIRED));
    }

    @Test
    void a_rule_that_hands_over_comes_before_those_of_the_other_table() {
        Rule<Evidence> handing = Rule.of("handing", evidence -> Evidence.said(INNER.decide(evidence)));

        Decision decision = RuleTable.of("outer", DEAR, handing).decide(left(30));

        assertThat(decision).isInstanceOf(TryNext.class);
        assertThat(asked(decision))
                .containsExactly(
                        asked("outer", DEAR, Answer.NOT_PAID),
                        asked("outer", handing, Answer.FIRED),
                        asked("inner", SILENT, Answer.NOT_THE_CASE),
                        asked("inner", CHEAP, Answer.FIRED));
        assertThat(decision.trace().chain()).hasToString("handing › cheap");
    }

    @Test
    void the_rest_of_a_table_is_asked_where_its_first_part_has_nothing_to_say() {
        Evidence evidence = left(30);
        var first = RuleTable.of("inner", DEAR);

        assertThat(first.decide(evidence, () -> INNER.decide(evidence)).trace().asked())
                .extracting(each -> each.rule().name())
                .containsExactly("dear", "silent", "cheap");
    }

    @Test
    void a_table_without_a_verdict_is_an_error() {
        assertThatIllegalStateException().isThrownBy(() -> INNER.decide(left(4)));
    }

    @Test
    void a_negative_rest_of_the_budget_counts_as_zero() {
        assertThat(left(-7).left()).isZero();
    }
}
