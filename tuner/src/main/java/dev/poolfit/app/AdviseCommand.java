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
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints the rules of thumb whose inputs are given. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        description = "Prints the rules of thumb for pool and threads, each with its formula and source, and whether"
                + " it is a value to start from, a floor or a bound; a rule whose inputs are not given is left out.")
final class AdviseCommand implements Callable<Integer> {
    private static final String DECIMAL = "\\d{1,9}(\\.\\d{1,9})?";
    private static final ITypeConverter<BigDecimal> FRACTION = number(
            DECIMAL,
            value -> value.signum() > 0 && value.compareTo(BigDecimal.ONE) <= 0,
            "greater than 0 and at most 1");
    private static final ITypeConverter<BigDecimal> RATIO =
            number(DECIMAL, any -> true, "a number of at least 0, such as 1.5");
    private static final ITypeConverter<BigDecimal> RATE =
            text -> BigDecimal.valueOf(Rate.parse(text).perSecond());
    private static final ITypeConverter<BigDecimal> TIME = AdviseCommand::positiveSeconds;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: table).")
    private Format format = Format.TABLE;

    private final Map<Input, OptionSpec> options = new EnumMap<>(Input.class);
    private @Nullable CommandSpec spec;

    @Spec
    void options(CommandSpec command) {
        spec = command;
        command.parser().collectErrors(true);
        add(Input.CORES, "--cores=N", whole(1), "CPU cores of the database, or of the service for threads.");
        add(Input.DISKS, "--disks=N", whole(0), "Spinning disks of the database; 0 when the data is cached or on SSD.");
        add(Input.UTILIZATION, "--utilization=U", FRACTION, "CPU utilisation aimed at, above 0 to 1.");
        add(Input.WAIT_RATIO, "--wait-ratio=R", RATIO, "Wait time divided by compute time of a request.");
        add(Input.TARGET, "--target=RATE", RATE, "Rate to reach, such as 150/s.");
        add(Input.HOLD_SECONDS, "--hold=TIME", TIME, "How long a request holds its connection, such as 50ms.");
        add(Input.THREADS, "--threads=N", whole(1), "Worker threads of the service.");
        add(
                Input.CONNECTIONS_PER_REQUEST,
                "--connections-per-request=N",
                whole(1),
                "Connections that one request holds at once.");
        add(Input.MAX_CONNECTIONS, "--max-connections=N", whole(1), "max_connections of the database.");
        add(Input.INSTANCES, "--instances=N", whole(1), "Instances of the service.");
        add(Input.SHARE, "--share=S", FRACTION, "Part of max_connections that they may use, above 0 to 1.");
    }

    private void add(Input input, String form, ITypeConverter<BigDecimal> reader, String description) {
        String[] sides = form.split("=");
        ITypeConverter<BigDecimal> stripping = text -> reader.convert(text.strip());
        OptionSpec option = OptionSpec.builder(sides[0])
                .paramLabel(sides[1])
                .type(BigDecimal.class)
                .converters(stripping)
                .description(description)
                .build();
        options.put(input, option);
        Objects.requireNonNull(spec).addOption(option);
    }

    @Override
    public Integer call() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        List<Exception> errors = line.getParseResult().errors();
        if (!errors.isEmpty()) {
            throw new ParameterException(
                    line,
                    errors.stream().map(AdviseCommand::problem).collect(Collectors.joining(System.lineSeparator())));
        }
        Map<Input, BigDecimal> given = new EnumMap<>(Input.class);
        options.forEach((input, option) -> {
            BigDecimal value = option.getValue();
            if (value != null) {
                given.put(input, value);
            }
        });
        List<Advice> advice = RuleOfThumb.advise(new Inputs(given));
        if (advice.isEmpty()) {
            throw new ParameterException(line, "No rule has all its inputs; give for instance --cores 4.");
        }
        PrintWriter out = line.getOut();
        out.print(format.write(advice));
        out.flush();
        return Main.DONE;
    }

    private static String problem(Exception error) {
        return error instanceof ParameterException wrong
                        && wrong.getArgSpec() instanceof OptionSpec option
                        && wrong.getCause() instanceof BadQuantity bad
                ? option.longestName() + " " + bad.getMessage()
                : String.valueOf(error.getMessage());
    }

    private static ITypeConverter<BigDecimal> whole(int low) {
        return number("\\d{1,9}", value -> value.intValue() >= low, "a whole number from " + low + " to 999999999");
    }

    private static ITypeConverter<BigDecimal> number(String form, Predicate<BigDecimal> inside, String bound) {
        return text -> {
            if (!text.matches(form) || !inside.test(new BigDecimal(text))) {
                throw new BadQuantity(bound, text);
            }
            return new BigDecimal(text);
        };
    }

    private static BigDecimal positiveSeconds(String text) {
        BigDecimal seconds = Inputs.seconds(Durations.parse(text));
        if (seconds.signum() == 0) {
            throw new BadQuantity("greater than 0", text);
        }
        return seconds;
    }

    /** The form in which the rules are printed. */
    enum Format {
        TABLE {
            @Override
            String write(List<Advice> advice) {
                return advice.stream()
                        .map(each -> "%-15s %6d   %-6s %s%n%31s %s%n"
                                .formatted(each.name(), each.value(), kind(each), each.formula(), "", each.source()))
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
                            rule.put("kind", kind(each));
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
                return "name,value,formula,source,kind\r\n"
                        + advice.stream()
                                .map(each -> each.name() + "," + each.value() + ",\"" + each.formula() + "\",\""
                                        + each.source().replace("\"", "\"\"") + "\"," + kind(each) + "\r\n")
                                .collect(Collectors.joining());
            }
        };

        abstract String write(List<Advice> advice);

        /** Returns the kind: {@code start} is a value to begin with, {@code floor} a least one, {@code bound} a largest one. */
        static String kind(Advice advice) {
            return advice.kind().name().toLowerCase(Locale.ROOT);
        }
    }
}
