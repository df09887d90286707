package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.RuleChain;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleTextTest {
    private static final String INITIAL = "The initial settings are measured first.";

    private final RuleText rules = new RuleText(Language.EN);

    private static RuleChain chain(String... rules) {
        return new RuleChain(Stream.of(rules)
                .map(each -> each.split("/", -1))
                .map(each -> new NamedRule(each[0], each[1], List.of()))
                .toList());
    }

    @Test
    void a_hand_over_is_told_before_the_rule_it_leads_to_and_not_again() {
        RuleChain chain = chain("earlier-table/no-answer-yet", "rate/initial-settings");

        assertThat(rules.news(chain)).hasSize(2).endsWith(INITIAL);
        assertThat(rules.news(chain)).containsExactly(INITIAL);
    }

    @Test
    void rules_of_two_tables_that_say_the_same_are_told_once() {
        assertThat(rules.news(chain("earlier-table/verdict", "rate/verdict"))).hasSize(1);
    }

    @Test
    void a_rule_that_this_version_does_not_know_is_told_by_its_name() {
        assertThat(rules.news(chain("rate/of-another-version"))).containsExactly("of-another-version");
    }

    @Test
    void where_no_rule_is_known_nothing_is_told() {
        assertThat(rules.news(RuleChain.NONE)).isEmpty();
    }
}
