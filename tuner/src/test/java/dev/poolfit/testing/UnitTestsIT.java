package dev.poolfit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The end-to-end tests run although a unit test failed, so that all failures are seen at once; here it fails the build. */
class UnitTestsIT {
    private static final String REPORTS = "target/surefire-reports";
    private static final Pattern OUTCOME = Pattern.compile("errors=\"(\\d+)\".*?failures=\"(\\d+)\"");

    @Test
    void every_unit_test_passed() throws IOException {
        assertThat(Modules.each("src/test"))
                .isNotEmpty()
                .allSatisfy(tests ->
                        assertThat(tests.resolve("../..").resolve(REPORTS)).isDirectory());
        assertThat(Modules.files(REPORTS).stream()
                        .filter(UnitTestsIT::ofAClassThatIsStillThere)
                        .filter(UnitTestsIT::failed))
                .as("reports of unit tests that failed")
                .isEmpty();
    }

    private static boolean ofAClassThatIsStillThere(Path report) {
        Matcher name =
                Pattern.compile("TEST-(.*)\\.xml").matcher(report.getFileName().toString());
        return name.matches()
                && !Modules.each("target/test-classes/" + name.group(1).replace('.', '/') + ".class")
                        .isEmpty();
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
