package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Even an error that is no exception ends in one sentence, what to do and exit code 3. */
class FatalErrorTest {
    private static final String RESULTS = "../examples/results/stock-50ms.csv";

    private final StringWriter err = new StringWriter();

    private int run(Supplier<? extends Throwable> failure, String... options) {
        var factory = new CommandLine.IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                return type == PredictCommand.class
                        ? type.cast(new PredictCommand((observations, assumptions) -> {
                            throw FatalErrorTest.<RuntimeException>thrown(failure.get());
                        }))
                        : CommandLine.defaultFactory().create(type);
            }
        };
        String[] arguments = {"predict", "--results", RESULTS, "--at", "pool=5"};
        return Main.commandLine(factory)
                .setErr(new PrintWriter(err, true))
                .execute(java.util.stream.Stream.concat(
                                java.util.Arrays.stream(arguments), java.util.Arrays.stream(options))
                        .toArray(String[]::new));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T thrown(Throwable any) throws T {
        throw (T) any;
    }

    private void assertTold(Supplier<? extends Throwable> failure, String... words) {
        assertThat(run(failure)).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(err.toString())
                .contains(words)
                .contains("What to do: ")
                .doesNotContain("\tat ")
                .doesNotContain("..");
        assertThat(err.toString().lines()).hasSize(2);
    }

    @Test
    void out_of_memory_says_how_much_there_is_and_how_to_give_more() {
        assertTold(
                () -> new OutOfMemoryError("Java heap space"),
                "Poolfit ran out of memory (Java heap space); it may use ",
                " MiB.",
                "POOLFIT_JAVA_OPTS=-Xmx1g");
    }

    @Test
    void a_stack_that_overflows_is_told() {
        assertTold(StackOverflowError::new, "nested too deeply");
    }

    @Test
    void a_part_of_the_program_that_is_missing_is_told() {
        assertTold(
                () -> new NoClassDefFoundError("dev/poolfit/Part"), "A part of Poolfit is missing", "dev/poolfit/Part");
    }

    @Test
    void any_other_error_is_told() {
        assertTold(() -> new AssertionError("odd"), "An unexpected error: java.lang.AssertionError: odd");
    }

    @Test
    void with_debug_the_stack_trace_is_there() {
        run(StackOverflowError::new, "--debug");
        assertThat(err.toString()).contains("\tat ");
    }

    @Test
    void a_sentence_that_ends_with_a_full_stop_gets_no_second_one() {
        assertTold(
                () -> new EnvironmentFailure(
                        "The host x has no address.", "Correct the host, or add it to /etc/hosts."),
                "The host x has no address\n",
                "add it to /etc/hosts.\n");
    }

    @Test
    void an_error_in_another_thread_is_told_and_ends_the_program() throws Exception {
        var said = new ByteArrayOutputStream();
        var exit = new CompletableFuture<Integer>();
        var thread = new Thread(
                () -> {
                    throw new OutOfMemoryError("Java heap space");
                },
                "worker");
        thread.setUncaughtExceptionHandler(FatalError.inThread(stream(said), false, exit::complete));
        thread.start();
        thread.join();

        assertThat(exit.join()).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("The thread worker failed.", "Poolfit ran out of memory", "What to do: ")
                .doesNotContain("\tat ");
    }

    @Test
    void an_exception_in_another_thread_is_told_and_the_program_goes_on() {
        var said = new ByteArrayOutputStream();
        FatalError.inThread(stream(said), false, exit -> fail("ended"))
                .uncaughtException(new Thread("worker"), new IllegalStateException("odd"));

        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("The thread worker failed.", "An unexpected error: java.lang.IllegalStateException: odd")
                .doesNotContain("\tat ");
    }

    private static PrintStream stream(ByteArrayOutputStream said) {
        return new PrintStream(said, true, StandardCharsets.UTF_8);
    }
}
