package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.units.BadQuantity;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Finds the connection pool size and the worker thread count that fit a service. */
@Command(
        name = "poolfit",
        description = "Finds the connection pool size and the worker thread count that fit a service.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            DemoCommand.class,
            TuneCommand.class,
            CheckCommand.class,
            AdviseCommand.class,
            PredictCommand.class,
            ReportCommand.class,
            RestoreCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 done (a recommendation that meets the goal), 1 no setting meets the goal or",
            "inconclusive, 2 bad input, 3 the environment failed, 130 interrupted."
        })
public final class Main {
    /** The exit codes that scripts rely on. */
    static final int DONE = 0;

    static final int NO_ANSWER = 1;
    static final int BAD_INPUT = 2;
    static final int ENVIRONMENT_FAILED = 3;
    static final int INTERRUPTED = 130;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print stack traces.")
    private boolean debug;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return commandLine(CommandLine.defaultFactory()).execute(arguments);
    }

    /** The program with commands of this factory, ready for its arguments. */
    static CommandLine commandLine(CommandLine.IFactory factory) {
        var main = new Main();
        return new CommandLine(main, factory)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, given) -> {
                    var err = wrong.getCommandLine().getErr();
                    err.println(wrong.getMessage());
                    err.println("  What to do: see "
                            + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help.");
                    return BAD_INPUT;
                })
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    main.explain(failure, line);
                    return exitCode(failure);
                });
    }

    private static int exitCode(Exception failure) {
        if (failure instanceof InvalidExperiment || failure instanceof BadQuantity) {
            return BAD_INPUT;
        }
        return failure instanceof InterruptedException ? INTERRUPTED : ENVIRONMENT_FAILED;
    }

    private void explain(Exception failure, CommandLine line) {
        var err = line.getErr();
        if (failure instanceof InvalidExperiment invalid) {
            invalid.problems().stream().map(Problem::toString).forEach(err::println);
        } else if (failure instanceof EnvironmentFailure environment) {
            err.println(environment.getMessage());
            err.println("  What to do: " + environment.remedy() + ".");
        } else if (failure instanceof BadQuantity || failure instanceof IOException) {
            err.println(failure.getMessage());
        } else if (!(failure instanceof InterruptedException)) {
            err.println("An unexpected error: " + failure);
            err.println("  What to do: run again with --debug and report what it prints.");
        }
        if (debug) {
            failure.printStackTrace(err);
        }
        err.flush();
    }
}
