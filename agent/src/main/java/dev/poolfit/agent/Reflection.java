package dev.poolfit.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads and calls what the service's own classes, and the JDK's, do not show to others. Packages are opened to the agent
 * alone, with {@link Instrumentation#redefineModule}.
 */
final class Reflection {
    private final Instrumentation instrumentation;
    private final Module own = Reflection.class.getModule();
    private final Map<String, Method> methods = new ConcurrentHashMap<>();
    /** Keeps the fields of each class without keeping the class from being unloaded. */
    private final ClassValue<Map<String, Optional<Field>>> fields = new ClassValue<>() {
        @Override
        protected Map<String, Optional<Field>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    Reflection(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Returns the value of the first of these fields that the object has; null if it has none or if it cannot be read. */
    Object field(Object object, String... names) {
        try {
            for (String name : object == null ? new String[0] : names) {
                Field field = field(object.getClass(), name);
                if (field != null) {
                    return field.get(object);
                }
            }
            return null;
        } catch (IllegalAccessException | RuntimeException closed) {
            return null;
        }
    }

    /** Returns the field of that name that objects of a class have, ready to be read; null if they have none. */
    private Field field(Class<?> from, String name) {
        Optional<Field> known = fields.get(from).get(name);
        if (known != null) {
            return known.orElse(null);
        }
        Field found = null;
        for (Class<?> type = from; type != null && found == null; type = type.getSuperclass()) {
            try {
                found = type.getDeclaredField(name);
                open(found, type);
            } catch (NoSuchFieldException above) {
                // A class above may have it.
            }
        }
        fields.get(from).put(name, Optional.ofNullable(found));
        return found;
    }

    /** Returns the objects that an object refers to by fields of its own class and of those above it, up to the JDK's. */
    List<Object> referents(Object object) {
        List<Object> found = new ArrayList<>();
        for (Class<?> type = object.getClass(); type != null && !isOfJdk(type); type = type.getSuperclass()) {
            try {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()) {
                        open(field, type);
                        Object value = field.get(object);
                        if (value != null) {
                            found.add(value);
                        }
                    }
                }
            } catch (IllegalAccessException | RuntimeException | LinkageError closed) {
                // A class that it needs is not there, or a module shows nothing.
            }
        }
        return found;
    }

    /** Returns whether an object's class, or one above it, has that name. */
    static boolean isA(Object object, String name) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a class is one of the JDK's. */
    static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith("java.") || type.getName().startsWith("jdk.");
    }

    Object constant(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        open(field, type);
        return field.get(null);
    }

    /** Returns what a thread runs; null if it is a thread of its own kind. */
    Object task(Thread thread) {
        // Since JDK 19 a thread keeps its task in a holder.
        Object holder = field(thread, "holder");
        return holder == null ? field(thread, "target") : field(holder, "task");
    }

    void set(Object object, String name, Object value) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                open(field, type);
                field.set(object, value);
                return;
            } catch (NoSuchFieldException above) {
                // A class above may have it.
            } catch (IllegalAccessException closed) {
                throw new IllegalStateException(closed);
            }
        }
        throw new IllegalArgumentException(object.getClass().getName() + " has no field " + name);
    }

    /** Returns the object that a nested one belongs to; null if it does not keep it. */
    Object outer(Object nested) {
        return field(nested, "this$0");
    }

    /**
     * Calls a method, of which the object has only one with that name and so many parameters.
     *
     * @throws ReflectiveOperationException if there is none, or if it fails
     */
    Object call(Object object, String name, Object... arguments) throws ReflectiveOperationException {
        String key = object.getClass().getName() + "." + name + "/" + arguments.length;
        Method method = methods.get(key);
        if (method == null || !method.getDeclaringClass().isInstance(object)) {
            method = method(object.getClass(), name, arguments.length);
            methods.put(key, method);
        }
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException failed) {
            throw new ReflectiveOperationException(name + " failed: " + failed.getCause(), failed);
        }
    }

    private Method method(Class<?> from, String name, int parameters) throws NoSuchMethodException {
        for (Class<?> type = from; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == parameters && !method.isBridge()) {
                    open(method, type);
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(from.getName() + "." + name);
    }

    /** Lets the agent use a member of a class, whatever its module opens to others. */
    void open(AccessibleObject member, Class<?> owner) {
        Module module = owner.getModule();
        String home = owner.getPackageName();
        if (!module.isOpen(home, own) && instrumentation.isModifiableModule(module)) {
            instrumentation.redefineModule(module, Set.of(), Map.of(), Map.of(home, Set.of(own)), Set.of(), Map.of());
        }
        member.setAccessible(true);
    }
}
