package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.journal.NoRun;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
            InitCommand.class,
            CheckCommand.class,
            DiagnoseCommand.class,
            SizeCommand.class,
            AdviseCommand.class,
            PredictCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            CompareCommand.History.class,
            GateCommand.class,
            RestoreCommand.class,
            AutoComplete.GenerateCompletion.class
        },
        footer = {
            "",
            "Exit codes: 0 done (a recommendation that meets the goal), 1 no setting meets the goal or",
            "inconclusive, 2 bad input, 3 the environment failed, 4 (gate alone) inconclusive, 130 interrupted."
        })
public final class Main {
    /** The exit codes that scripts rely on. */
    static final int DONE = 0;

    static final int NO_ANSWER = 1;
    static final int BAD_INPUT = 2;
    static final int ENVIRONMENT_FAILED = 3;
    /** A gate's exit code when the candidate is worse. */
    static final int INCONCLUSIVE = 4;

    static final int INTERRUPTED = 130;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = {
                "Print stack traces, and with tune and demo the rules",
                "of the search that are asked at each decision."
            })
    private boolean debug;

    private Main() {}

    boolean debugs() {
        return debug;
    }

    public static void main(String[] arguments) {
        // Vert.x's own resolver would keep a UDP port open on all interfaces; the JDK's keeps none.
        System.setProperty("vertx.disableDnsResolver", "true");
        AsciiOutput.install();
        boolean debug = List.of(arguments).contains("--debug");
        Thread.setDefaultUncaughtExceptionHandler(FatalError.inThread(System.err, debug, System::exit));
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return commandLine(CommandLine.defaultFactory()).execute(arguments);
    }

    /** Returns the program with commands of this factory, ready for its arguments. */
    static CommandLine commandLine(CommandLine.IFactory factory) {
        var main = new Main();
        var program = new CommandLine(main, factory) {
            @Override
            public int execute(String... arguments) {
                try {
                    return super.execute(arguments);
                } catch (Error fatal) { // the library takes care of exceptions only
                    main.explain(fatal, this);
                    return ENVIRONMENT_FAILED;
                }
            }
        };
        program.getSubcommands().values().forEach(each -> offerLowerCase(each.getCommandSpec()));
        return program.setOut(Console.writer(System.out))
                .setErr(Console.writer(System.err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, given) -> Misuse.explain(wrong))
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    main.explain(failure, line);
                    return exitCode(failure);
                });
    }

    /** Offers the values of options in completion as the descriptions name them. */
    private static void offerLowerCase(CommandSpec command) {
        for (OptionSpec option : List.copyOf(command.options())) {
            if (option.type().isEnum()) {
                List<String> values = StreamSupport.stream(
                                option.completionCandidates().spliterator(), false)
                        .map(each -> each.toLowerCase(Locale.ROOT))
                        .toList();
                command.remove(option);
                command.addOption(
                        option.toBuilder().completionCandidates(values).build());
            }
        }
    }

    /** Chooses the exit code; a service that is left changed is worse news than whatever ended the work. */
    private static int exitCode(Exception failure) {
        if (failure instanceof NoRun) {
            return BAD_INPUT;
        }
        if (environmentFailures(failure).findAny().isPresent()) {
            return ENVIRONMENT_FAILED;
        }
        if (failure instanceof InvalidExperiment || failure instanceof BadQuantity) {
            return BAD_INPUT;
        }
        return failure instanceof InterruptedException ? INTERRUPTED : ENVIRONMENT_FAILED;
    }

    /** Returns the failures beside it, from undoing everything. */
    private static Stream<EnvironmentFailure> environmentFailures(Throwable failure) {
        return Stream.of(failure.getSuppressed())
                .filter(EnvironmentFailure.class::isInstance)
                .map(EnvironmentFailure.class::cast)
                .flatMap(each -> Stream.concat(Stream.of(each), environmentFailures(each)));
    }

    /** Returns the failure, and on a second line what to do about it. */
    static String words(EnvironmentFailure failure) {
        return failure.getMessage() + "\n  What to do: " + failure.remedy() + ".";
    }

    private void explain(Throwable failure, CommandLine line) {
        Object command = line.getCommand();
        References references = command instanceof ReadsExperiment reader ? reader.references() : References.NONE;
        var err = line.getErr();
        Stream.concat(explanation(failure), environmentFailures(failure).map(Main::words))
                .map(references::in)
                .forEach(err::println);
        if (debug) {
            var trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace, true));
            err.print(PlainText.lines(references.in(trace.toString())));
        }
        err.flush();
    }

    private static Stream<String> explanation(Throwable failure) {
        if (failure instanceof InvalidExperiment invalid) {
            return invalid.problems().stream().map(Problem::toString);
        }
        if (failure instanceof EnvironmentFailure environment) {
            return Stream.of(words(environment));
        }
        if (failure instanceof BadQuantity) {
            return Stream.of(String.valueOf(failure.getMessage()));
        }
        if (failure instanceof WorkFolder.Unusable unusable) {
            return Stream.of(
                    words(new EnvironmentFailure(String.valueOf(unusable.getMessage()), unusable.remedy(), unusable)));
        }
        if (failure instanceof IOException) {
            return Stream.of(
                    "A file could not be read or written: " + failure,
                    "  What to do: check its path and rights, and that the disk has space.");
        }
        return failure instanceof InterruptedException ? Stream.empty() : FatalError.words(failure);
    }
}
