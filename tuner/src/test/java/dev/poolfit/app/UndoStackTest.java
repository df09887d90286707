package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.testing.Patience;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Everything is undone however the work ends, no interrupt reaches that, and what failed decides the exit code. */
class UndoStackTest {
    private static final EnvironmentFailure SILENT = new EnvironmentFailure("the service is silent", "wake it");

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final List<Integer> halts = new ArrayList<>();
    private final List<String> undone = new ArrayList<>();
    private final UndoStack undo = stack();

    private UndoStack stack() {
        return new UndoStack(new PrintStream(told, true, StandardCharsets.UTF_8), halts::add);
    }

    @AfterEach
    void forget() {
        try {
            undo.close();
        } catch (EnvironmentFailure known) {
            // A test had it fail.
        }
        Thread.interrupted();
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void the_last_is_undone_first_and_once() {
        undo.push("undo the first", () -> undone.add("first"));
        undo.push("undo the second", () -> undone.add("second"));
        undo.unwind();
        undo.close();

        assertThat(undone).containsExactly("second", "first");
        assertThat(told()).isEmpty();
    }

    @Test
    void what_fails_keeps_nothing_else_from_being_undone_and_is_told_at_the_end() {
        undo.push("undo the first", () -> undone.add("first"));
        undo.pushStep("put back the settings", () -> {
            throw SILENT;
        });
        undo.push("end the line", () -> {
            throw new IllegalStateException("stuck");
        });
        undo.unwind();

        assertThat(undone).containsExactly("first");
        assertThatThrownBy(undo::close)
                .hasMessage("could not end the line: java.lang.IllegalStateException: stuck")
                .hasSuppressedException(SILENT);
        undo.close();
    }

    @Test
    void an_interrupt_of_the_worker_does_not_reach_what_is_being_undone() {
        undo.pushStep("put back the settings", () -> {
            undone.add(Thread.currentThread().isInterrupted() ? "interrupted" : "in peace");
            return "";
        });
        Thread.currentThread().interrupt();
        undo.unwind();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(undone).containsExactly("in peace");
    }

    @Test
    void an_interrupted_program_says_what_came_of_it() {
        undo.telling(() -> "3 finished trials are kept.");
        undo.pushStep("put back the settings", () -> "The initial settings (pool 10) are back.");
        undo.interrupted();

        assertThat(told().lines())
                .containsExactly(
                        "Interrupted: putting everything back …",
                        "The initial settings (pool 10) are back.",
                        "3 finished trials are kept.");
        assertThat(halts).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void an_interrupted_program_that_could_not_put_the_settings_back_ends_with_3_and_never_says_done() {
        undo.push("undo the first", () -> undone.add("first"));
        undo.pushStep("put back the settings", () -> {
            throw SILENT;
        });
        undo.interrupted();

        assertThat(told().lines())
                .containsExactly(
                        "Interrupted: putting everything back …", "the service is silent", "  What to do: wake it.");
        assertThat(halts).containsExactly(Main.ENVIRONMENT_FAILED);
        assertThat(undone).containsExactly("first");
    }

    @Test
    void the_hook_waits_for_a_restore_under_way_and_tries_again_if_it_failed() throws InterruptedException {
        var tries = new AtomicInteger();
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var stack = new AtomicReference<UndoStack>();
        var working = new Thread(() -> {
            UndoStack own = stack();
            stack.set(own);
            own.pushStep("put back the settings", () -> {
                begun.countDown();
                assertThat(goOn.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                if (tries.incrementAndGet() == 1) {
                    throw SILENT;
                }
                return "The initial settings (pool 10) are back.";
            });
            own.unwind();
        });
        working.start();
        begun.await();
        var hook = new Thread(stack.get()::interrupted);
        hook.start();
        Patience.await().until(() -> told().contains("Interrupted") && hook.getState() == Thread.State.BLOCKED);
        assertThat(tries).hasValue(0);
        goOn.countDown();
        hook.join();
        working.join();

        assertThat(tries).hasValue(2);
        assertThat(halts).isEmpty();
        assertThat(told()).contains("The initial settings (pool 10) are back.").doesNotContain("silent");
    }

    @Test
    void what_is_done_after_the_interrupt_is_undone_at_once() {
        undo.interrupted();

        assertThatThrownBy(() -> undo.push("undo the late", () -> undone.add("late")))
                .isInstanceOf(EnvironmentFailure.class);
        assertThat(undone).containsExactly("late");
    }

    @Test
    void where_nothing_was_to_be_told_an_interrupted_program_is_done() {
        undo.push("undo the first", () -> undone.add("first"));
        undo.interrupted();

        assertThat(told()).endsWith("Done.");
    }
}
