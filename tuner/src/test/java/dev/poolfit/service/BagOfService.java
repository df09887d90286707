package dev.poolfit.service;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.ConcurrentBag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The bag in which a small service's pool has its connections. */
final class BagOfService {
    /** A bag of the service's own kind. */
    private static final class Own extends ConcurrentBag<ConcurrentBag.IConcurrentBagEntry> {
        Own(IBagStateListener pool) {
            super(pool);
        }
    }

    private BagOfService() {}

    /** Tells which object the bag is, and which objects its fields have. */
    static String inside(Object bag) {
        return System.identityHashCode(bag) + " "
                + Arrays.stream(ConcurrentBag.class.getDeclaredFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .map(field -> field.getName() + "=" + value(field, bag))
                        .collect(Collectors.joining(" "));
    }

    private static String value(Field field, Object bag) {
        try {
            field.setAccessible(true);
            Object value = field.get(bag);
            return value instanceof Boolean ? "" + value : "" + System.identityHashCode(value);
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException(closed);
        }
    }

    /** Gives the pool a bag of another kind. */
    static String replace(HikariDataSource source) {
        try {
            Object pool = SmallService.field(source, "pool");
            Field field = pool.getClass().getDeclaredField("connectionBag");
            field.setAccessible(true);
            field.set(pool, new Own((ConcurrentBag.IBagStateListener) pool));
            return "ok";
        } catch (ReflectiveOperationException unlike) {
            throw new IllegalStateException(unlike);
        }
    }
}
