package dev.poolfit.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;

/**
 * Defines a class of the agent's own file beside the one of the service that it extends, which the agent's loader need not know. It
 * goes with the agent at the latest. Until then the same class is used again: each further one would make the JIT compiler throw
 * away what it compiled for those before.
 */
final class LoaderBeside extends ClassLoader {
    private static final Map<String, SoftReference<Class<?>>> DEFINED = new HashMap<>();

    private LoaderBeside(ClassLoader service) {
        super(service);
    }

    /**
     * Returns the class.
     *
     * @param service knows what it extends
     * @param name of a class of this package that has no nested ones
     * @throws ReflectiveOperationException if the service has another class than the known ones
     */
    static synchronized Class<?> define(ClassLoader service, String name) throws ReflectiveOperationException {
        SoftReference<Class<?>> kept = DEFINED.get(name);
        Class<?> before = kept == null ? null : kept.get();
        if (before != null && before.getClassLoader().getParent() == service) {
            return before;
        }
        String full = LoaderBeside.class.getPackageName() + "." + name;
        try (InputStream code = LoaderBeside.class.getResourceAsStream(name + ".class")) {
            if (code == null) {
                throw new ClassNotFoundException(full);
            }
            byte[] bytes = code.readAllBytes();
            Class<?> defined = new LoaderBeside(service).defineClass(full, bytes, 0, bytes.length);
            // Linked here, so that what does not fit is told here.
            Class<?> linked = Class.forName(full, true, defined.getClassLoader());
            DEFINED.put(name, new SoftReference<>(linked));
            return linked;
        } catch (IOException | LinkageError unlike) {
            throw new ReflectiveOperationException(unlike.toString(), unlike);
        }
    }
}
