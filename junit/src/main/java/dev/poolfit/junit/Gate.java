package dev.poolfit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a gate before a test, or once before all tests of a class: they run if the candidate passes, fail if it is worse than its
 * base, and are aborted where that is not certain. A test may take the {@link GateResult} as a parameter.
 *
 * <pre>{@code
 * @Test
 * @Gate(file = "poolfit.yaml", base = "java -jar old/shop.jar", candidate = "java -jar target/shop.jar")
 * void the_shop_needs_no_larger_pool(GateResult result) {
 *     assertFalse(result.neededPool().orElseThrow().differ());
 * }
 * }</pre>
 *
 * The commands run in a shell, which replaces variables of the environment. Where a test has values of its own, such as the address
 * of a container, take {@link PoolfitGate}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(GateExtension.class)
public @interface Gate {
    /** Names the experiment file, from the folder in which the tests run. */
    String file() default "poolfit.yaml";

    /** Starts the build before; {@code {port}} stands for its port, and SERVER_PORT is set. */
    String base();

    /** Starts the build that is to pass, in the same way. */
    String candidate();

    /** Sets the time for the load, such as {@code 2m}, at least a minute; overrides the file. */
    String budget() default "";

    /** Says what becomes of a test whose gate is not certain. */
    GateResult.Inconclusive inconclusive() default GateResult.Inconclusive.ABORT;
}
