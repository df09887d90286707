package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a file of results grows, it is refused in words before it fills the memory. */
class HostileResultsTest {
    @TempDir
    private Path folder;

    private static String settings(int count) {
        var text = new StringBuilder("pool,users,throughput\n");
        for (int i = 0; i < count; i++) {
            text.append(1 + i % 10_000).append(',').append(1 + i / 10_000).append(",9\n");
        }
        return text.toString();
    }

    @Test
    void more_settings_than_are_read_are_refused_with_the_line() {
        assertThat(Written.complaints(folder, settings(100_001)))
                .isEqualTo("line 100002: the line must not be of yet another setting: the lines before it have 100,000"
                        + " different ones, which is the most that are read; drop those that do not matter");
    }

    @Test
    void more_rows_of_the_same_settings_are_read() {
        String more = settings(100_000) + "1,1,9\n".repeat(50_000);
        assertThat(Written.results(folder, more).observations()).hasSize(100_000);
    }

    @Test
    void an_attribute_of_megabytes_is_refused_with_its_line() {
        assertThat(Written.complaints(
                        folder, "<testResults>\n<httpSample lb=\"" + "x".repeat(6_000_000) + "\"/></testResults>"))
                .startsWith("line 2: the line must have attributes and texts of at most 4194304 characters");
    }

    @Test
    void elements_in_elements_are_refused() {
        assertThat(Written.complaints(folder, "<testResults>\n" + "<sample>".repeat(100_000)))
                .contains("line 2: the element must be nested at most 100 deep");
    }
}
