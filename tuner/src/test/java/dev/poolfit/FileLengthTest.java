package dev.poolfit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each file of the code, tests included, can be read at once. */
class FileLengthTest {
    private static final int MOST_LINES = 300;
    private static final int FOLDERS_TO_A_MODULE = 3;

    @Test
    void no_file_of_any_module_is_long() throws IOException {
        var longer = new TreeSet<String>();
        int read = 0;
        try (Stream<Path> sources =
                Files.find(Path.of(".."), FOLDERS_TO_A_MODULE, (path, is) -> path.endsWith("src"))) {
            for (Path source : sources.toList()) {
                try (Stream<Path> files = Files.walk(source)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        read++;
                        if (Files.readAllLines(file).size() > MOST_LINES) {
                            longer.add(file.toString());
                        }
                    }
                }
            }
        }
        assertThat(longer).isEmpty();
        assertThat(read).isGreaterThan(1_000);
    }
}
