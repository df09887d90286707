package dev.poolfit.app;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The reference of the commands as Markdown, from what the program's own {@code --help} is made of. */
final class CommandsPage {
    private static final int WIDTH = 100;
    private static final String LINE = "\n";

    private CommandsPage() {}

    static String of(CommandLine program) {
        CommandSpec spec = program.getCommandSpec();
        List<OptionSpec> everywhere = sorted(spec.options());
        return Stream.concat(
                        Stream.of(
                                "# Commands",
                                words(spec.usageMessage().description()),
                                "`poolfit COMMAND --help` prints the same. [Exit codes](exit-codes.md) are those of all"
                                        + " commands.",
                                "Every command has these options:",
                                table(everywhere.stream().map(CommandsPage::row))),
                        program.getSubcommands().values().stream().map(CommandsPage::section))
                .collect(Collectors.joining(LINE + LINE));
    }

    private static String section(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        var help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
        spec.usageMessage().width(WIDTH);
        Stream<String> parameters = spec.positionalParameters().stream().map(CommandsPage::row);
        Stream<String> options = sorted(spec.options()).stream()
                .filter(option -> !common(option))
                .map(CommandsPage::row);
        List<String> rows = Stream.concat(parameters, options).toList();
        return Stream.of(
                        "## " + spec.name(),
                        words(spec.usageMessage().description()),
                        "```" + LINE + help.synopsis(0).strip() + LINE + "```",
                        rows.isEmpty() ? "" : table(rows.stream()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(LINE + LINE));
    }

    /** Whether each command has it. */
    private static boolean common(OptionSpec option) {
        return option.inherited() || option.usageHelp() || option.versionHelp();
    }

    private static List<OptionSpec> sorted(List<OptionSpec> options) {
        return options.stream()
                .sorted(Comparator.comparing(option -> option.longestName().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static String table(Stream<String> rows) {
        return Stream.concat(Stream.of("| option | what it does |", "|---|---|"), rows)
                .collect(Collectors.joining(LINE));
    }

    private static String row(OptionSpec option) {
        String names = String.join("`, `", option.names());
        boolean flag = option.arity().max() == 0 || option.interactive();
        String value = option.arity().min() == 0 ? "[" + option.paramLabel() + "]" : option.paramLabel();
        return row(flag ? names : names + " " + value, option);
    }

    private static String row(PositionalParamSpec parameter) {
        return row(parameter.paramLabel(), parameter);
    }

    private static String row(String name, ArgSpec argument) {
        String must = argument.required() ? " Required." : "";
        return "| `" + name + "` | " + cell(words(argument.description())) + must + " |";
    }

    /** A description as the help prints it: its percent signs are doubled for a formatter. */
    private static String words(String... description) {
        return String.join(" ", description)
                .replace("%n", " ")
                .replace("%%", "%")
                .replaceAll(" +", " ")
                .strip();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
