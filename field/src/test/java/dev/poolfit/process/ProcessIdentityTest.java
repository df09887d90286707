package dev.poolfit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.process.ProcessIdentity.State;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A process is told from a later one with its id, and nothing that is done to the clock changes that. */
class ProcessIdentityTest {
    private static final ProcessIdentity SELF = ProcessIdentity.current();

    private static ProcessIdentity started(String from, String to) {
        return new ProcessIdentity(SELF.pid(), SELF.start().map(start -> start.replaceAll(from, to)));
    }

    @Test
    void this_process_runs_and_is_the_same_however_often_it_is_looked_at() {
        assertThat(SELF.state()).isEqualTo(State.RUNS);
        assertThat(ProcessIdentity.current()).isEqualTo(SELF);
        assertThat(ProcessIdentity.parse(SELF.text())).contains(SELF);
    }

    @Test
    void its_start_is_counted_from_the_boot_and_not_by_the_clock() {
        assertThat(SELF.start().orElseThrow()).matches("linux \\S+ [0-9a-f-]{36} \\d+ \\d+");
    }

    @Test
    void a_later_process_with_the_same_id_is_another() {
        assertThat(started("\\d+$", "1").state()).isEqualTo(State.ENDED);
        assertThat(new ProcessIdentity(Integer.MAX_VALUE, SELF.start()).state()).isEqualTo(State.ENDED);
    }

    @Test
    void a_process_from_before_the_machine_was_booted_has_ended() {
        assertThat(started("[0-9a-f-]{36}", "00000000-0000-0000-0000-000000000000")
                        .state())
                .isEqualTo(State.ENDED);
    }

    @Test
    void nothing_is_known_of_a_process_of_another_machine_or_container() {
        assertThat(started("linux \\S+ [0-9a-f-]{36}", "linux elsewhere! 00000000-0000-0000-0000-000000000000")
                        .state())
                .isEqualTo(State.ELSEWHERE);
        assertThat(started("(\\d+) (\\d+)$", "7 $2").state()).isEqualTo(State.ELSEWHERE);
    }

    @Test
    void without_a_start_whatever_has_the_id_is_taken_for_it_and_an_instant_of_long_ago_is_anothers() {
        assertThat(new ProcessIdentity(SELF.pid(), Optional.empty()).state()).isEqualTo(State.RUNS);
        assertThat(new ProcessIdentity(SELF.pid(), Optional.of("2001-02-03T04:05:06Z")).state())
                .isEqualTo(State.ENDED);
    }

    @Test
    void a_jvm_is_known_by_its_id_and_its_start_and_not_by_its_id_alone() {
        RuntimeMXBean self = ManagementFactory.getRuntimeMXBean();
        Instant start = Instant.ofEpochMilli(self.getStartTime());

        assertThat(ProcessIdentity.ofJvm(self.getName(), start)).contains(SELF);
        assertThat(ProcessIdentity.ofJvm(self.getName(), start.minus(Duration.ofMinutes(1))))
                .isEmpty();
        assertThat(ProcessIdentity.ofJvm("a-name-without-an-id", start)).isEmpty();
    }

    @Test
    void what_is_no_process_is_refused() {
        assertThatThrownBy(() -> new ProcessIdentity(0, Optional.empty())).hasMessageContaining("at least 1, but is 0");
        assertThatThrownBy(() -> new ProcessIdentity(7, Optional.of("yesterday")))
                .hasMessageContaining("but is \"yesterday\"");
        assertThat(ProcessIdentity.parse("x")).isEmpty();
        assertThat(ProcessIdentity.parse("7 yesterday")).isEmpty();
    }
}
