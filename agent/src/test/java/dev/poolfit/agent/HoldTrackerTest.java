package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
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

    /** What HikariCP tells, as its own interface has it. */
    interface Delegate {
        void recordBorrowStats(Object entry, long began);

        void recordBorrowTimeoutStats(long began);

        void recordConnectionUsage(Object entry);
    }

    static long exhausted(long began) {
        throw new StackOverflowError(Long.toString(began));
    }

    /** HikariCP tells it between the borrow and the return of the connection: what is thrown there would lose the connection. */
    @Test
    void an_error_of_the_recorder_reaches_neither_the_service_nor_what_stands_behind_it() throws Exception {
        var told = new ArrayList<String>();
        Delegate behind = new Delegate() {
            @Override
            public void recordBorrowStats(Object entry, long began) {
                told.add("borrow " + entry);
            }

            @Override
            public void recordBorrowTimeoutStats(long began) {
                told.add("timeout");
            }

            @Override
            public void recordConnectionUsage(Object entry) {
                throw new IllegalStateException("the service's own");
            }
        };
        Names names = new Names();
        Reflection reflection = new Reflection(null);
        Holds holds = new Holds(new Callers(names, new Stacks(names), new Class<?>[0]), new Tasks(reflection));
        var handler = new HoldTracker(
                reflection,
                holds,
                HoldTrackerTest.class.getDeclaredMethod("exhausted", long.class),
                behind,
                Delegate.class);
        var tracker = (Delegate) Proxy.newProxyInstance(
                HoldTrackerTest.class.getClassLoader(), new Class<?>[] {Delegate.class}, handler);

        tracker.recordBorrowStats("a", 1);
        tracker.recordBorrowTimeoutStats(1);

        assertThat(told).containsExactly("borrow a", "timeout");
        assertThat(holds.failures()).isEqualTo(2);
        assertThatThrownBy(() -> tracker.recordConnectionUsage("a")).hasMessage("the service's own");
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
