package dev.poolfit.agent;

import dev.poolfit.wire.RecordKey;
import java.util.Map;

/** What the recorder of a pool's connections offers over JMX; only JDK types, so that the reader needs none of its classes. */
public interface RecorderMBean {
    /**
     * Returns what was seen since the previous call, by {@link RecordKey}, and starts anew.
     *
     * <p>A name is a route such as {@code GET /items/{id}}, or a class and method. A stack has a line for each frame of the
     * application, the outermost first, and the kind of what is on top last, in brackets; kinds are those of the thread's
     * work, and {@code stream} and {@code nobody} of {@link RecordKey#STATES}; {@code outside} stands beside it where no
     * transaction of Spring's is on the stack.
     */
    Map<String, Object> take();

    /** Takes the recorder out and removes this MBean. */
    void stop();
}
