package dev.poolfit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The end-to-end tests run although a unit test failed, so that all failures are seen at once; here it fails the build. */
class UnitTestsIT {
    private static final Path REPORTS = Path.of("target", "surefire-reports");
    private static final Pattern OUTCOME = Pattern.compile("errors=\"(\\d+)\".*?failures=\"(\\d+)\"");

    @Test
    void every_unit_test_passed() throws IOException {
        assertThat(REPORTS).isDirectory();
        try (var reports = Files.list(REPORTS)) {
            assertThat(reports.filter(UnitTestsIT::ofAClassThatIsStillThere).filter(UnitTestsIT::failed))
                    .as("reports of unit tests that failed")
                    .isEmpty();
        }
    }

    private static boolean ofAClassThatIsStillThere(Path report) {
        Matcher name =
                Pattern.compile("TEST-(.*)\\.xml").matcher(report.getFileName().toString());
        return name.matches()
                && Files.exists(Path.of("target", "test-classes", name.group(1).replace('.', '/') + ".class"));
    }

    private static boolean failed(Path report) {
        try {
            Matcher outcome = OUTCOME.matcher(Files.readString(report));
            return !outcome.find()
                    || !outcome.group(1).equals("0")
                    || !outcome.group(2).equals("0");
        } catch (IOException unreadable) {
            return true;
        }
    }
}
