package dev.poolfit.app;

import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.RuleOfThumb;
import dev.poolfit.verdict.RuleOfThumb.Advice;
import dev.poolfit.verdict.RuleOfThumb.Input;
import dev.poolfit.verdict.RuleOfThumb.Inputs;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints the rules of thumb whose inputs are given. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        description = "Prints the rules of thumb for pool and threads, each with its formula and source; a rule"
                + " whose inputs are not given is left out.")
final class AdviseCommand implements Callable<Integer> {
    @Option(
            names = "--cores",
            paramLabel = "N",
            description = "CPU cores of the database, or of the service for threads.")
    private @Nullable String cores;

    @Option(
            names = "--disks",
            paramLabel = "N",
            description = "Spinning disks of the database; 0 when the data is cached or on SSD.")
    private @Nullable String disks;

    @Option(names = "--utilization", paramLabel = "U", description = "CPU utilisation aimed at, above 0 to 1.")
    private @Nullable String utilization;

    @Option(names = "--wait-ratio", paramLabel = "R", description = "Wait time divided by compute time of a request.")
    private @Nullable String waitRatio;

    @Option(names = "--target", paramLabel = "RATE", description = "Rate to reach, such as 150/s.")
    private @Nullable String target;

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            description = "How long a request holds its connection, such as 50ms.")
    private @Nullable String hold;

    @Option(names = "--threads", paramLabel = "N", description = "Worker threads of the service.")
    private @Nullable String threads;

    @Option(
            names = "--connections-per-request",
            paramLabel = "N",
            description = "Connections that one request holds at once.")
    private @Nullable String connectionsPerRequest;

    @Option(names = "--max-connections", paramLabel = "N", description = "max_connections of the database.")
    private @Nullable String maxConnections;

    @Option(names = "--instances", paramLabel = "N", description = "Instances of the service.")
    private @Nullable String instances;

    @Option(
            names = "--share",
            paramLabel = "S",
            description = "Part of max_connections that they may use, above 0 to 1.")
    private @Nullable String share;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TABLE;

    @Spec
    @Nullable
    private CommandSpec spec;

    private final Map<Input, BigDecimal> given = new EnumMap<>(Input.class);
    private final List<String> problems = new ArrayList<>();

    @Override
    public Integer call() {
        CommandSpec command = java.util.Objects.requireNonNull(spec);
        read("--cores", Input.CORES, cores, wholeNumber(1));
        read("--disks", Input.DISKS, disks, wholeNumber(0));
        read("--utilization", Input.UTILIZATION, utilization, AdviseCommand::fraction);
        read("--wait-ratio", Input.WAIT_RATIO, waitRatio, AdviseCommand::ratio);
        read(
                "--target",
                Input.TARGET,
                target,
                text -> BigDecimal.valueOf(Rate.parse(text).perSecond()));
        read("--hold", Input.HOLD_SECONDS, hold, AdviseCommand::positiveSeconds);
        read("--threads", Input.THREADS, threads, wholeNumber(1));
        read("--connections-per-request", Input.CONNECTIONS_PER_REQUEST, connectionsPerRequest, wholeNumber(1));
        read("--max-connections", Input.MAX_CONNECTIONS, maxConnections, wholeNumber(1));
        read("--instances", Input.INSTANCES, instances, wholeNumber(1));
        read("--share", Input.SHARE, share, AdviseCommand::fraction);
        if (!problems.isEmpty()) {
            throw new ParameterException(command.commandLine(), String.join(System.lineSeparator(), problems));
        }
        List<Advice> advice = RuleOfThumb.advise(new Inputs(given));
        if (advice.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), "No rule has all its inputs; give for instance --cores 4 --disks 1.");
        }
        PrintWriter out = command.commandLine().getOut();
        out.print(format.write(advice));
        out.flush();
        return Main.DONE;
    }

    private void read(String option, Input input, @Nullable String text, Function<String, BigDecimal> reader) {
        if (text == null) {
            return;
        }
        try {
            given.put(input, reader.apply(text.strip()));
        } catch (BadQuantity bad) {
            problems.add(option + " " + bad.getMessage());
        }
    }

    private static Function<String, BigDecimal> wholeNumber(int low) {
        return text -> {
            if (!text.matches("\\d{1,9}") || Long.parseLong(text) < low) {
                throw new BadQuantity("a whole number from " + low + " to 999999999", text);
            }
            return new BigDecimal(text);
        };
    }

    private static BigDecimal decimal(String text, String bound) {
        if (!text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            throw new BadQuantity(bound, text);
        }
        return new BigDecimal(text);
    }

    private static BigDecimal fraction(String text) {
        String bound = "greater than 0 and at most 1";
        BigDecimal value = decimal(text, bound);
        if (value.signum() == 0 || value.compareTo(BigDecimal.ONE) > 0) {
            throw new BadQuantity(bound, text);
        }
        return value;
    }

    private static BigDecimal ratio(String text) {
        return decimal(text, "a number of at least 0, such as 1.5");
    }

    private static BigDecimal positiveSeconds(String text) {
        BigDecimal seconds = Inputs.seconds(Durations.parse(text));
        if (seconds.signum() == 0) {
            throw new BadQuantity("greater than 0", text);
        }
        return seconds;
    }

    /** How the rules are printed. */
    enum Format {
        TABLE {
            @Override
            String write(List<Advice> advice) {
                return advice.stream()
                        .map(each -> "%-15s %6d   %s%n%24s %s%n"
                                .formatted(each.name(), each.value(), each.formula(), "", each.source()))
                        .collect(Collectors.joining());
            }
        },
        JSON {
            @Override
            String write(List<Advice> advice) {
                var rules = advice.stream()
                        .map(each -> {
                            var rule = new LinkedHashMap<String, Object>();
                            rule.put("name", each.name());
                            rule.put("value", each.value());
                            rule.put("formula", each.formula());
                            rule.put("source", each.source());
                            return rule;
                        })
                        .toList();
                return JsonMapper.builder()
                                .enable(SerializationFeature.INDENT_OUTPUT)
                                .build()
                                .writeValueAsString(Map.of("rules", rules))
                        + System.lineSeparator();
            }
        },
        CSV {
            @Override
            String write(List<Advice> advice) {
                return "name,value,formula,source\r\n"
                        + advice.stream()
                                .map(each -> each.name() + "," + each.value() + ",\"" + each.formula() + "\",\""
                                        + each.source().replace("\"", "\"\"") + "\"\r\n")
                                .collect(Collectors.joining());
            }
        };

        abstract String write(List<Advice> advice);
    }
}
