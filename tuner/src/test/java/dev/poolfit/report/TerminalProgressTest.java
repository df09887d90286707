package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** On a terminal one line is rewritten and none is left half written; elsewhere there is a line at each event. */
class TerminalProgressTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private String watch(boolean terminal, int columns) {
        var progress = new TerminalProgress(
                new PrintStream(written, true, StandardCharsets.UTF_8), Language.EN, terminal, columns, false);
        progress.phase(Message.of("phase.starting"));
        progress.timeLeft(Duration.ofSeconds(245));
        progress.trialStarted(
                new PlannedTrial(Role.SEARCH, Settings.ofPoolAndThreads(19, 100), Duration.ofSeconds(10)), 6);
        progress.second(new Sample(
                3,
                Map.of(
                        Metric.THROUGHPUT, 155.42,
                        Metric.P99, 1415.0,
                        Metric.POOL_PENDING, 81.0,
                        Metric.FAILURES, 0.0)));
        progress.trialEnded(SampleRuns.stock().trials().get(5));
        progress.phase(Message.verbatim("putting the settings back"));
        progress.done();
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_log_gets_whole_lines_and_no_control_characters() {
        assertThat(watch(false, 100)).isEqualTo("""
                starting the service
                trial 6 (search): pool 19, threads 100
                trial 6: pool 19, threads 100 — 155.4/s (153.1–157.7), p99 1.42 s, 0 % errors · 4:05 left
                putting the settings back
                """);
    }

    @Test
    void a_terminal_sees_the_live_figures_and_the_time_left() {
        assertThat(watch(true, 120))
                .contains(
                        "\r\u001b[Ktrial 6 (search): pool 19, threads 100 · 155.4/s · p99 1.42 s · pending 81 · errors 0"
                                + " · 4:05 left");
    }

    @Test
    void a_terminal_is_left_with_an_empty_line() {
        assertThat(watch(true, 100)).endsWith("\r\u001b[K");
    }

    @Test
    void no_line_is_wider_than_the_terminal() {
        assertThat(watch(true, 60).split("\r\u001b\\[K|\n"))
                .allSatisfy(line -> assertThat(Columns.width(line)).isLessThan(60));
    }

    @Test
    void what_the_warm_up_waits_for_is_told_once_in_a_log_and_each_second_on_a_terminal() {
        for (boolean terminal : new boolean[] {false, true}) {
            var progress = new TerminalProgress(
                    new PrintStream(written, true, StandardCharsets.UTF_8), Language.EN, terminal, 100, false);
            for (int compiled = 420; compiled >= 300; compiled -= 60) {
                progress.phase(Message.of("phase.warming-up-jit", Quantity.time(compiled)));
                progress.second(new Sample(0, Map.of(Metric.THROUGHPUT, 66.0)));
            }
        }

        assertThat(written.toString(StandardCharsets.UTF_8))
                .startsWith("warming up: the JIT compiler still works (420 ms of compilation a second)\n\r")
                .endsWith("(300 ms of compilation a second) · 66.0/s");
    }

    @Test
    void a_trial_that_somebody_else_disturbed_is_told_at_once() {
        var progress = new TerminalProgress(
                new PrintStream(written, true, StandardCharsets.UTF_8), Language.EN, false, 100, false);
        progress.trialEnded(SampleRuns.stock().trials().get(5).with(Flag.CHANGED_FROM_OUTSIDE));

        assertThat(written.toString(StandardCharsets.UTF_8))
                .contains(", changed-from-outside\n")
                .endsWith("  something other than Poolfit changed the settings during the trial;"
                        + " the trial does not count\n");
    }

    private String decides(boolean debug) {
        var progress =
                new TerminalProgress(new PrintStream(written, true, StandardCharsets.UTF_8), Language.EN, false, debug);
        var settle = new Trace.Asked(new NamedRule("rate", "undecided-below", List.of()), Trace.Answer.NOT_PAID);
        var handing = new Trace.Asked(new NamedRule("rate", "no-model", List.of()), Trace.Answer.FIRED);
        var confirm = new Trace.Asked(
                new NamedRule(
                        "without-model",
                        "confirm",
                        List.of(2),
                        List.of(Message.of("because.enough", 9), Message.of("because.left", "9s"))),
                Trace.Answer.FIRED);
        var plan = TrialPlan.single(Role.CONFIRM, Settings.ofPoolAndThreads(19, 100), Duration.ofSeconds(10));
        progress.decided(new Trace(List.of(settle, handing, confirm)), Optional.of(plan));
        progress.decided(new Trace(List.of(handing, confirm)), Optional.of(plan));
        progress.decided(new Trace(List.of(handing)), Optional.empty());
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_rule_that_hands_over_is_told_once_and_the_one_that_asks_for_trials_each_time() {
        assertThat(decides(false)).isEqualTo("""
                → No model explains the trials: the search goes on without one.
                → The answer, the step below it and the initial settings are run 2 times.
                  no-model › confirm: 9 is enough; 9s left for this search
                → The answer, the step below it and the initial settings are run 2 times.
                  no-model › confirm: 9 is enough; 9s left for this search
                """);
    }

    @Test
    void with_debug_every_rule_that_was_asked_is_told_with_what_became_of_it() {
        assertThat(decides(true)).startsWith("""
                        Rules of the table rate:
                        - undecided-below: applies, but the budget does not pay for its trials
                        - no-model: applies. No model explains the trials: the search goes on without one.
                        Rules of the table without-model:
                        - confirm: applies. The answer, the step below it and the initial settings are run 2 times. (9 is enough; 9s left for this search)
                        Next: CONFIRM pool 19, threads 100 for 10 s
                        """).endsWith("The search has ended.\n");
    }
}
