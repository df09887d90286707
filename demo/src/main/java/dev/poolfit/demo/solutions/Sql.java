package dev.poolfit.demo.solutions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;

/** The queries of the list, which are files so that they can be tried by hand. */
final class Sql {
    private Sql() {}

    static String of(String name) {
        try {
            return new ClassPathResource("solutions/" + name + ".sql").getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
