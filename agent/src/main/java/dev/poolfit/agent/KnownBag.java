package dev.poolfit.agent;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Knows the bags of HikariCP that {@link LimitedBag} can stand in for. */
final class KnownBag {
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

    private KnownBag() {}

    /**
     * Returns the class that stands in for the bag.
     *
     * @throws ReflectiveOperationException if HikariCP has another bag than the known ones
     */
    static Class<?> limited(ClassLoader hikari) throws ReflectiveOperationException {
        check(Class.forName(BAG, false, hikari));
        return LoaderBeside.define(hikari, "LimitedBag");
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
