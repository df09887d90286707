package dev.poolfit.app;

import dev.poolfit.units.Spelling;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains what is wrong with a command line, and which word was probably meant. */
final class Misuse {
    private static final String HEADER = "--header";

    private Misuse() {}

    /** @return the exit code */
    static int explain(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        if (wrong.getClass() == ParameterException.class && line.getParent() == null && line.getParseResult() == null) {
            line.usage(err);
            return Main.BAD_INPUT;
        }
        err.println(words(wrong));
        meant(wrong).ifPresent(word -> err.println("  Did you mean " + word + "?"));
        err.println("  What to do: see " + line.getCommandSpec().qualifiedName() + " --help.");
        return Main.BAD_INPUT;
    }

    /** Says what is wrong; where headers can be given, it repeats no word that may be a part of one, and secret. */
    private static String words(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)
                || wrong.getCommandLine().getCommandSpec().findOption(HEADER) == null) {
            return String.valueOf(wrong.getMessage());
        }
        List<String> options = unmatched.getUnmatched().stream()
                .filter(word -> word.startsWith("-"))
                .map(word -> word.replaceFirst("[=\\s].*", ""))
                .toList();
        return options.isEmpty()
                ? "There are words that belong to no option; quote what has blanks, such as " + HEADER
                        + " 'Authorization: Bearer …'"
                : "Unknown option: " + String.join(", ", options);
    }

    private static Optional<String> meant(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return unmatched.getUnmatched().stream()
                    .flatMap(word -> nearest(word, known(word, line)).stream())
                    .findFirst();
        }
        if (wrong.getArgSpec() != null && wrong.getArgSpec().type().isEnum() && wrong.getValue() != null) {
            return nearest(
                    wrong.getValue(),
                    Arrays.stream(wrong.getArgSpec().type().getEnumConstants())
                            .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                            .toList());
        }
        return Optional.empty();
    }

    private static Collection<String> known(String word, CommandLine line) {
        return word.startsWith("-")
                ? line.getCommandSpec().options().stream()
                        .flatMap(option -> Stream.of(option.names()))
                        .toList()
                : List.copyOf(line.getSubcommands().keySet());
    }

    private static Optional<String> nearest(String word, Collection<String> known) {
        return Spelling.nearest(word.replaceFirst("=.*", "").toLowerCase(Locale.ROOT), known);
    }
}
