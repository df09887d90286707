package dev.poolfit.app;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.live.LivePage;
import dev.poolfit.report.Language;
import java.util.List;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option that shows a run in a browser while it goes on. */
final class WebOption {
    private static final int HIGHEST = 65_535;

    /** A number after the option is its port; anything else is not its own. */
    static final class Port implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> left, ArgSpec option, CommandSpec command) {
            boolean given = !left.isEmpty() && left.peek().matches("\\d{1,9}");
            option.setValue(given ? Integer.valueOf(left.pop()) : Integer.valueOf(0));
        }
    }

    @Option(
            names = "--web",
            paramLabel = "PORT",
            arity = "0..1",
            parameterConsumer = Port.class,
            description = "Show the run in a browser of this machine while it goes on; the address is printed at once.")
    private @Nullable Integer port;

    /** Before anything starts: @throws InvalidExperiment if the port is none. */
    void require() {
        if (port != null && port > HIGHEST) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, "--web", "must be a port from 1 to 65535, or 0 for one that is free, but is " + port)));
        }
    }

    /** Opens the page, where it was asked for, and tells its address. */
    Optional<LivePage> open(Language language, String name, Console console) {
        if (port == null) {
            return Optional.empty();
        }
        LivePage page = LivePage.open(
                port,
                language,
                name,
                Version.text(),
                () -> new Thread(() -> System.exit(Main.INTERRUPTED), "poolfit-stop").start());
        console.err().println(language.text("live.address", page.address()));
        return Optional.of(page);
    }
}
