package dev.poolfit.agent;

import java.io.IOException;
import java.io.InputStream;

/**
 * Defines a class of the agent's own file beside the one of the service that it extends, which the agent's loader need not know. It
 * goes with the last object of the class.
 */
final class LoaderBeside extends ClassLoader {
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
    static Class<?> define(ClassLoader service, String name) throws ReflectiveOperationException {
        String full = LoaderBeside.class.getPackageName() + "." + name;
        try (InputStream code = LoaderBeside.class.getResourceAsStream(name + ".class")) {
            if (code == null) {
                throw new ClassNotFoundException(full);
            }
            byte[] bytes = code.readAllBytes();
            Class<?> defined = new LoaderBeside(service).defineClass(full, bytes, 0, bytes.length);
            // Linked here, so that what does not fit is told here.
            return Class.forName(full, true, defined.getClassLoader());
        } catch (IOException | LinkageError unlike) {
            throw new ReflectiveOperationException(unlike.toString(), unlike);
        }
    }
}
