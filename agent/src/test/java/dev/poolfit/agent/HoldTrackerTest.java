package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A HikariCP whose inside is another one is not touched, and its version is told. */
class HoldTrackerTest {
    /** A pool of a version without the field that the recorder needs. */
    private static final class OtherPool {
        final Object measure = new Object();
    }

    @Test
    void a_pool_without_the_known_field_is_left_alone_and_the_field_is_named() {
        Names names = new Names();
        Holds holds =
                new Holds(new Callers(names, new Stacks(names), new Class<?>[0]), new Tasks(new Reflection(null)));
        var pool = new OtherPool();
        Object before = pool.measure;

        assertThatThrownBy(() -> HoldTracker.put(new Reflection(null), pool, holds))
                .isInstanceOf(NoSuchFieldException.class)
                .hasMessage("metricsTracker");
        assertThat(pool.measure).isSameAs(before);
    }

    @ParameterizedTest
    @CsvSource({
        "file:/app/lib/HikariCP-4.0.3.jar, 4.0.3",
        "jar:nested:/app/shop.jar/!BOOT-INF/lib/HikariCP-7.0.2.jar!/, 7.0.2",
        "file:/app/HikariCP-java7-2.4.13.jar, 2.4.13",
        "file:/app/all.jar,",
    })
    void its_version_is_read_from_the_name_of_its_jar(String location, String version) {
        assertThat(HikariVersion.in(location).orElse(null)).isEqualTo(version);
    }
}
