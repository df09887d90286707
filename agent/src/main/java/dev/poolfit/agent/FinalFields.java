package dev.poolfit.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/**
 * Exchanges the value of a final field of an object. From JDK 26 on {@link Field#set} warns of it and is going to refuse it (JEP 500);
 * the JDK's own way, which it opens to an agent, does neither.
 */
final class FinalFields {
    private static final String HOME = "jdk.internal.misc";

    private final Object unsafe;
    private final Method offset;
    private final Method exchange;
    private final Method exchangeFlag;

    /** @throws ReflectiveOperationException if this JVM does not let an agent do it */
    FinalFields(Instrumentation instrumentation) throws ReflectiveOperationException {
        Module base = Object.class.getModule();
        instrumentation.redefineModule(
                base, Set.of(), Map.of(HOME, Set.of(FinalFields.class.getModule())), Map.of(), Set.of(), Map.of());
        Class<?> type = Class.forName(HOME + ".Unsafe");
        unsafe = type.getMethod("getUnsafe").invoke(null);
        offset = type.getMethod("objectFieldOffset", Field.class);
        exchange = compareAndSet(type);
        exchangeFlag = type.getMethod("compareAndSetBoolean", Object.class, long.class, boolean.class, boolean.class);
    }

    private static Method compareAndSet(Class<?> type) throws NoSuchMethodException {
        try {
            return type.getMethod("compareAndSetReference", Object.class, long.class, Object.class, Object.class);
        } catch (NoSuchMethodException before12) {
            return type.getMethod("compareAndSetObject", Object.class, long.class, Object.class, Object.class);
        }
    }

    /**
     * Gives an object that nobody else knows yet the value that another one has.
     *
     * @param field a reference or a boolean that can be read
     * @throws ReflectiveOperationException if it is neither
     */
    void copy(Field field, Object from, Object to) throws ReflectiveOperationException {
        Class<?> type = field.getType();
        if (type.isPrimitive() && type != boolean.class) {
            throw new NoSuchFieldException(field.getName() + " of a known type, but " + type);
        }
        swap(type.isPrimitive() ? exchangeFlag : exchange, to, field, field.get(to), field.get(from));
    }

    /** Sets a field that has the expected value, seen by all threads; returns whether it had it. */
    boolean exchange(Object object, Field field, Object expected, Object value) throws ReflectiveOperationException {
        return swap(exchange, object, field, expected, value);
    }

    private boolean swap(Method way, Object object, Field field, Object expected, Object value)
            throws ReflectiveOperationException {
        try {
            return (Boolean) way.invoke(unsafe, object, offset.invoke(unsafe, field), expected, value);
        } catch (InvocationTargetException refused) {
            throw new ReflectiveOperationException(field + ": " + refused.getCause(), refused);
        }
    }
}
