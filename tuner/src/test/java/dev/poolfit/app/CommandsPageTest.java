package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The page of commands says what the code says. */
class CommandsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "commands.md");
    private static final String WRITE =
            "mvn test -pl wire,agent,tuner -Dtest=CommandsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.write=true";

    private static CommandLine program() {
        return Main.commandLine(CommandLine.defaultFactory());
    }

    @Test
    void the_page_is_what_the_commands_say_of_themselves() throws IOException {
        String commands = CommandsPage.of(program());
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(PAGE, commands + "\n\n" + wayOn() + "\n");
        }
        assertThat(Files.readString(PAGE))
                .as("written anew by: %s", WRITE)
                .isEqualTo(commands + "\n\n" + wayOn() + "\n");
    }

    /** The last line, which leads to the other pages, belongs to the order of the pages and not to the commands. */
    private static String wayOn() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        return lines.get(lines.size() - 1);
    }

    @Test
    void every_command_option_and_parameter_has_a_description() {
        for (CommandLine command : program().getSubcommands().values()) {
            assertThat(command.getCommandSpec().usageMessage().description())
                    .as(command.getCommandName())
                    .isNotEmpty();
            assertThat(command.getCommandSpec().args())
                    .as(command.getCommandName())
                    .allSatisfy(argument -> assertThat(description(argument)).endsWith("."));
        }
    }

    /** The script has one list of values for each label of a command. */
    @Test
    void completion_offers_choices_as_the_descriptions_name_them() {
        for (CommandLine command : program().getSubcommands().values()) {
            List<OptionSpec> choices = command.getCommandSpec().options().stream()
                    .filter(each -> each.type().isEnum())
                    .toList();
            assertThat(choices).extracting(OptionSpec::paramLabel).doesNotHaveDuplicates();
            assertThat(choices)
                    .allSatisfy(each -> assertThat(each.completionCandidates())
                            .isNotEmpty()
                            .allSatisfy(value -> assertThat(description(each)).contains(value)));
        }
        assertThat(AutoComplete.bash("poolfit", program()))
                .contains("_option_args=(\"mariadb\" \"postgres\") # --database values");
    }

    @Test
    void the_description_of_an_option_with_choices_names_them() {
        for (CommandLine command : program().getSubcommands().values()) {
            for (ArgSpec argument : command.getCommandSpec().args()) {
                Object[] choices = argument.type().isEnum() ? argument.type().getEnumConstants() : new Object[0];
                for (Object choice : choices) {
                    assertThat(description(argument))
                            .as(command.getCommandName())
                            .contains(choice.toString().toLowerCase(Locale.ROOT));
                }
            }
        }
    }

    private static String description(ArgSpec argument) {
        return String.join(" ", argument.description()).strip();
    }
}
