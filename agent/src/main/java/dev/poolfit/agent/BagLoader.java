package dev.poolfit.agent;

import java.io.IOException;
import java.io.InputStream;

/**
 * Defines {@link LimitedBag} beside HikariCP, from the agent's own file: the class extends one of HikariCP's, which the agent's
 * loader need not know. It goes with its last bag.
 */
final class BagLoader extends ClassLoader {
    private static final String NAME = BagLoader.class.getPackageName() + ".LimitedBag";

    private BagLoader(ClassLoader hikari) {
        super(hikari);
    }

    /**
     * Returns the class of the bag.
     *
     * @throws ReflectiveOperationException if HikariCP has another bag than the known ones
     */
    static Class<?> bag(ClassLoader hikari) throws ReflectiveOperationException {
        try (InputStream code = BagLoader.class.getResourceAsStream("LimitedBag.class")) {
            if (code == null) {
                throw new ClassNotFoundException(NAME);
            }
            byte[] bytes = code.readAllBytes();
            return new BagLoader(hikari).defineClass(NAME, bytes, 0, bytes.length);
        } catch (IOException | LinkageError unlike) {
            throw new ReflectiveOperationException(unlike.toString(), unlike);
        }
    }
}
