package dev.poolfit.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The options of a service can be typed again as they are told. */
class ServicePlaceTest {
    private static String options(String... typed) {
        return CommandLine.populateCommand(new ServicePlace(), typed).options();
    }

    @Test
    void options_are_told_as_they_are_typed() {
        assertThat(options("--port", "8080")).isEqualTo("--port 8080");
        assertThat(options("--command", "docker exec -i shop", "--pid", "7"))
                .isEqualTo("--command \"docker exec -i shop\" --pid 7");
        assertThat(options("--kubernetes", "deployment/shop")).isEqualTo("--kubernetes deployment/shop");
    }
}
