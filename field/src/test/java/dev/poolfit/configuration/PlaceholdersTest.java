package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Placeholders have the value that Spring gives them, and those without one are named. */
class PlaceholdersTest {
    private static final SpringProperties PROPERTIES = new SpringProperties(
            List.of(SpringDocument.of(List.of(
                    new SpringProperty("pool.max-size", "20"),
                    new SpringProperty("host", "${DB_HOST:localhost}"),
                    new SpringProperty("circle", "${circle}"),
                    new SpringProperty("name", "SIZE")))),
            new TreeMap<>(Map.of("SIZE", "5", "POOL_IDLE", "3")));

    private static SpringValue value(String text) {
        return new SpringProperties(
                        List.of(
                                SpringDocument.of(List.copyOf(PROPERTIES.all())),
                                SpringDocument.of(List.of(new SpringProperty("x", text)))),
                        Map.of("SIZE", "5", "POOL_IDLE", "3"))
                .find("x")
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "${SIZE}; 5",
                "${size:9}; 5",
                "${NONE:9}; 9",
                "${NONE:${SIZE}}; 5",
                "${NONE:${NOT:7}}; 7",
                "${NONE:${NOT:}}x; x",
                "${pool.maxSize}; 20",
                "${pool.idle}; 3",
                "jdbc:mysql://${host}:${PORT:3306}/x; jdbc:mysql://localhost:3306/x",
                "${URL:jdbc:mysql://h:1/x}; jdbc:mysql://h:1/x",
                "${${name}}; 5",
                "a ${ b; a ${ b",
            })
    void a_placeholder_is_replaced(String text, String expected) {
        assertThat(value(text).text()).isEqualTo(expected);
        assertThat(value(text).isKnown()).isTrue();
    }

    @Test
    void a_placeholder_without_a_value_is_named() {
        assertThat(value("${A}-${SIZE}-${B:${C}}")).isEqualTo(new SpringValue("${A}-5-${C}", Set.of("A", "C")));
        assertThat(value("${circle}").unset()).containsExactly("circle");
        assertThat(value("@project.version@").isKnown()).isFalse();
        assertThat(value("x".repeat(2_001)).isKnown()).isFalse();
        assertThat(value("ENC(abc)").isKnown()).isFalse();
        assertThat(value("user@host.example").isKnown()).isTrue();
    }
}
