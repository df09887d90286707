package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The rules of thumb from their options to the streams and the exit code. */
class AdviseCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int advise(String arguments) {
        return Main.commandLine(CommandLine.defaultFactory())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(("advise " + arguments).strip().split(" "));
    }

    @Test
    void every_rule_is_answered_from_its_options() {
        int exit =
                advise("--cores 4 --disks 0 --utilization 0.5 --wait-ratio 1.5 --target 150/s --hold 50ms --threads 8"
                        + " --connections-per-request 2 --max-connections 151 --instances 3 --share 0.8 --format csv");

        assertThat(err.toString()).isEmpty();
        assertThat(exit).isEqualTo(Main.DONE);
        assertThat(out.toString().lines().map(line -> line.split(",\"")[0]))
                .containsExactly(
                        "name,value,formula,source,kind",
                        "hikari-pool,8",
                        "goetz-threads,5",
                        "little-pool,8",
                        "deadlock-floor,9",
                        "fleet-ceiling,40");
    }

    @Test
    void everything_wrong_is_told_at_once_with_bound_and_value() {
        int exit = advise("--cores 0 --disks=x --utilization 1.5 --wait-ratio -1 --target 0/s --hold 0ms --threads 1.5"
                + " --share 0 --format xml --speed 3");

        assertThat(exit).isEqualTo(Main.BAD_INPUT);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .containsExactly(
                        "--cores must be a whole number from 1 to 999999999, but is 0",
                        "--disks must be a whole number from 0 to 999999999, but is x",
                        "--utilization must be greater than 0 and at most 1, but is 1.5",
                        "--wait-ratio must be a number of at least 0, such as 1.5, but is -1",
                        "--target must be a rate such as 150/s or 9000/min, greater than 0, but is 0.0/s",
                        "--hold must be greater than 0, but is 0ms",
                        "--threads must be a whole number from 1 to 999999999, but is 1.5",
                        "--share must be greater than 0 and at most 1, but is 0",
                        "Invalid value for option '--format': expected one of [TABLE, JSON, CSV] (case-insensitive) but was"
                                + " 'xml'",
                        "Unknown options: '--speed', '3'",
                        "  What to do: see poolfit advise --help.");
    }

    @Test
    void without_the_inputs_of_any_rule_it_says_what_to_give() {
        assertThat(advise("--disks 4")).isEqualTo(Main.BAD_INPUT);
        assertThat(err.toString())
                .startsWith("No rule has all its inputs; give for instance --cores 4.")
                .contains("What to do: see poolfit advise --help.");
    }

    @Test
    void the_cores_alone_are_enough_for_a_start() {
        assertThat(advise("--cores 4")).isEqualTo(Main.DONE);
        assertThat(out.toString())
                .contains("hikari-pool", "8   start", "2 × 4 + 0 (no disk that turns, or data in memory)");
    }

    @Test
    void each_rule_says_whether_it_is_a_start_a_floor_or_a_bound() {
        advise("--cores 4 --target 150/s --hold 50ms --max-connections 151 --instances 3 --share 0.8 --format csv");

        assertThat(out.toString().lines().map(line -> line.replaceAll(".*,", "")))
                .containsExactly("kind", "start", "floor", "bound");
    }

    @Test
    void the_help_names_every_option_and_comes_before_any_complaint() {
        assertThat(advise("--cores x --help")).isEqualTo(Main.DONE);
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains("--cores=N", "--disks=N", "--utilization=U", "--wait-ratio=R", "--target=RATE", "--hold=TIME")
                .contains("--threads=N", "--connections-per-request=N", "--max-connections=N", "--instances=N")
                .contains("--share=S", "--format=FORMAT", "default: table");
    }
}
