package dev.poolfit.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.verdict.RuleOfThumb.Advice;
import dev.poolfit.verdict.RuleOfThumb.Input;
import dev.poolfit.verdict.RuleOfThumb.Inputs;
import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules give the values of their sources' own examples, and are left out without their inputs. */
class RuleOfThumbTest {
    private static Map<String, Long> values(Map<Input, String> given) {
        var numbers = given.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new BigDecimal(entry.getValue())));
        return RuleOfThumb.advise(new Inputs(numbers)).stream().collect(Collectors.toMap(Advice::name, Advice::value));
    }

    @Test
    void four_cores_and_a_disk_make_nine_connections() {
        assertThat(values(Map.of(Input.CORES, "4", Input.DISKS, "1"))).containsExactly(Map.entry("hikari-pool", 9L));
    }

    @Test
    void four_cores_at_80_percent_with_as_much_waiting_as_computing_make_six_threads() {
        assertThat(values(Map.of(Input.CORES, "4", Input.UTILIZATION, "0.8", Input.WAIT_RATIO, "1")))
                .containsExactlyInAnyOrderEntriesOf(Map.of("goetz-threads", 6L, "hikari-pool", 8L));
    }

    @Test
    void little_rounds_up_and_the_ceiling_rounds_down() {
        assertThat(values(Map.of(Input.TARGET, "150", Input.HOLD_SECONDS, "0.05")))
                .containsExactly(Map.entry("little-pool", 8L));
        assertThat(values(Map.of(Input.MAX_CONNECTIONS, "151", Input.SHARE, "0.8", Input.INSTANCES, "2")))
                .containsExactly(Map.entry("fleet-ceiling", 60L));
    }

    @Test
    void an_exact_share_is_not_rounded_down_by_binary_fractions() {
        assertThat(values(Map.of(Input.MAX_CONNECTIONS, "100", Input.SHARE, "0.29", Input.INSTANCES, "1")))
                .containsExactly(Map.entry("fleet-ceiling", 29L));
    }

    @Test
    void a_hundred_threads_with_two_connections_each_need_101() {
        assertThat(values(Map.of(Input.THREADS, "100", Input.CONNECTIONS_PER_REQUEST, "2")))
                .containsExactly(Map.entry("deadlock-floor", 101L));
    }

    @Test
    void a_rule_without_its_inputs_is_left_out() {
        assertThat(values(Map.of(Input.DISKS, "4"))).isEmpty();
        assertThat(values(Map.of(Input.CORES, "4"))).containsExactly(Map.entry("hikari-pool", 8L));
    }
}
