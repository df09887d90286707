package dev.poolfit.agent;

import dev.poolfit.wire.RecordKey;
import java.util.Map;

/**
 * Tells over JMX who holds a pool's connections. It uses only JDK types, so that the reader needs none of its classes.
 * When nobody takes for 20 s it stops by itself: then {@link #take} fails with InstanceNotFoundException.
 */
public interface RecorderMBean {
    /**
     * Returns what was seen since the previous call, by {@link RecordKey} with its types and units, and starts anew. An
     * answer that is lost on its way is not repeated.
     *
     * <p>A name is a route such as {@code GET /items/{id}}, or a class and method. A stack has a line for each frame of
     * the application, the outermost first, and the kind of what is on top last, in brackets; kinds are those of the
     * thread's work, and {@code stream} and {@code nobody} of {@link RecordKey#STATES}; {@code outside} stands beside
     * it where no transaction of Spring's is on the stack.
     */
    Map<String, Object> take();

    /** Sees the statements of some connections from now on; before, only of connections that go from thread to thread. */
    void watchStatements();

    /** Stops the recorder, takes it out of the pool and removes this MBean; does nothing the second time. */
    void stop();
}
