package dev.poolfit.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Defines {@link LimitedBag} beside HikariCP, from the agent's own file: the class extends one of HikariCP's, which the agent's
 * loader need not know. It goes with its last bag.
 */
final class BagLoader extends ClassLoader {
    private static final String NAME = BagLoader.class.getPackageName() + ".LimitedBag";
    private static final String BAG = "com.zaxxer.hikari.util.ConcurrentBag";
    /** The types of the fields of the known bags; their names differ between versions. */
    private static final List<String> FIELDS = List.of(
            "AtomicInteger",
            "CopyOnWriteArrayList",
            "IBagStateListener",
            "SynchronousQueue",
            "ThreadLocal",
            "boolean",
            "boolean");

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
            check(Class.forName(BAG, false, hikari));
            Class<?> bag = new BagLoader(hikari).defineClass(NAME, bytes, 0, bytes.length);
            // Linked here, so that what does not fit is told here.
            return Class.forName(NAME, true, bag.getClassLoader());
        } catch (IOException | LinkageError unlike) {
            throw new ReflectiveOperationException(unlike.toString(), unlike);
        }
    }

    private static void check(Class<?> bag) throws ReflectiveOperationException {
        List<String> types = Arrays.stream(bag.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(Field::getType)
                .map(Class::getSimpleName)
                .sorted()
                .collect(Collectors.toList());
        if (!types.equals(FIELDS)) {
            throw new NoSuchFieldException("a bag with fields of the types " + FIELDS + ", but " + types);
        }
        Class<?> entry = Class.forName(BAG + "$IConcurrentBagEntry", false, bag.getClassLoader());
        member(bag, Object.class, "borrow", long.class, TimeUnit.class);
        for (String name : List.of("requite", "add", "unreserve")) {
            member(bag, void.class, name, entry);
        }
        member(bag, boolean.class, "remove", entry);
        member(bag, boolean.class, "reserve", entry);
        member(bag, List.class, "values", int.class);
        member(bag, int.class, "size");
        member(bag, void.class, "close");
    }

    private static void member(Class<?> bag, Class<?> result, String name, Class<?>... parameters)
            throws NoSuchMethodException {
        Method method = bag.getMethod(name, parameters);
        if (!result.isAssignableFrom(method.getReturnType()) || Modifier.isFinal(method.getModifiers())) {
            throw new NoSuchMethodException(method + " of the known kind");
        }
    }
}
