package dev.poolfit.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A header's value is sent, and neither written nor told. */
class SecretHeaderTest {
    private static final String SECRET = "hunter2-hunter2";

    @Test
    void a_file_gets_a_variable_named_after_the_header() {
        SecretHeader header =
                SecretHeader.of(List.of("X-Api-Key:  " + SECRET), Map.of()).get(0);

        assertThat(header.name()).isEqualTo("X-Api-Key");
        assertThat(header.value().value()).isEqualTo(SECRET);
        assertThat(header.written()).isEqualTo("${POOLFIT_HEADER_X_API_KEY}");
        assertThat(header.variable()).contains("POOLFIT_HEADER_X_API_KEY");
        assertThat(header.toString()).doesNotContain(SECRET);
    }

    @Test
    void a_reference_of_the_user_s_own_stays_as_it_is_written() {
        SecretHeader header = SecretHeader.of(List.of("Authorization: Bearer ${TOKEN}"), Map.of("TOKEN", SECRET))
                .get(0);

        assertThat(header.value().value()).isEqualTo("Bearer " + SECRET);
        assertThat(header.written()).isEqualTo("Bearer ${TOKEN}");
        assertThat(header.variable()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Bearer hunter2-hunter2 | has no colon",
                "Bearer hunter2:hunter2 | has before its colon no header's name",
                ": hunter2-hunter2 | has before its colon no header's name",
                "Authorization: | has nothing behind its colon",
                "Authorization: hunter2\u4e2d | has another character in the value of Authorization",
                "Authorization: hunter2\u0007x | has another character in the value of Authorization",
                "Cookie: a={hunter2} | has them in the value of Cookie",
                "Host: hunter2 | must not be Host",
                "Authorization: ${HUNTER} | environment variable HUNTER, which is not set"
            })
    void what_is_wrong_is_told_without_what_was_given(String given, String told) {
        InvalidExperiment invalid =
                catchThrowableOfType(InvalidExperiment.class, () -> SecretHeader.of(List.of(given.strip()), Map.of()));

        assertThat(invalid).isNotNull();
        assertThat(invalid.getMessage()).startsWith("--header ").contains(told).doesNotContain("hunter2");
    }

    @Test
    void all_that_is_wrong_is_told_at_once() {
        InvalidExperiment invalid = catchThrowableOfType(
                InvalidExperiment.class,
                () -> SecretHeader.of(List.of("x", "Cookie: a", "COOKIE: b", "Accept:"), Map.of()));

        assertThat(invalid.problems()).hasSize(3);
        assertThat(invalid.getMessage()).contains("number 1 has no colon", "COOKIE twice", "number 4 has nothing");
    }
}
