package dev.poolfit.agent;

import java.util.Map;

/** What the recorder of a pool's connections offers over JMX; only JDK types, so that the reader needs none of its classes. */
public interface RecorderMBean {
    /** How many values each hold has in {@code holds}. */
    int VALUES = 7;

    /** How many values each row has in {@code statements}. */
    int STATEMENT_VALUES = 7;

    /**
     * Returns what was seen since the previous call, and starts anew.
     *
     * <p>Keys: {@code now}, the clock of all times, in nanoseconds; {@code names}, the names that came since the previous
     * call, a String array that goes on where the last one ended; {@code firstName}, the number of the first of them, by which a lost
     * answer is noticed; {@code holds}, a long array with {@value #VALUES} values
     * for each connection that was given back: when it was handed out, how long the thread had waited for it, how long it
     * was held (−1 for a timeout), all in nanoseconds, the index of the name of whoever held it, the number of its request
     * or 0, how many connections the thread held before, and 1 where all statements of the hold were seen; {@code samples}, a long array of name, stack, whether others
     * waited (0 or 1) and holder-microseconds; {@code open}, the same as in {@code holds} for what is held now, with the
     * index of the stack that borrowed it, or −1, in place of the request; {@code states}, a String for each row of {@code open}: who
     * works with what is held for 5 s or longer, {@code working}, {@code stream} (nobody needs to: open-in-view keeps it until an
     * asynchronous response has ended), {@code nobody} (no thread at the moment), {@code left} (nobody any more), empty for what is
     * younger; {@code uses}, the index of the stack that works with it, or −1; {@code asynchronous}, the routes of
     * Tomcat's asynchronous requests that are under way, where open-in-view is on; absent where there is no Tomcat; {@code statements}, a long array with
     * {@value #STATEMENT_VALUES} values for each shape of statement that somebody sent in holds that have ended and whose statements were seen: the index of
     * the holder's name, the index of the shape, how many holds sent it, how many were sent, how long they took together in
     * nanoseconds, the most of one hold, and the index of a stack that sent it, or −1; {@code peak} and {@code waiting}, the most
     * connections in use and threads waiting at one of the looks; {@code before}, the least number of connections in use that were
     * handed out before the recorder came; {@code opening}, 1 where threads waited while the pool had fewer connections than it
     * may have; {@code looks}; {@code dropped}, holds for which there was
     * no room; {@code cpuNanos} of the
     * sampling thread so far; {@code openInView}, 1 where Spring's interceptor for open-in-view is there.
     *
     * <p>A name is a route such as {@code GET /items/{id}}, or a class and method. A stack has a line for each frame of the
     * application, the outermost first, and the kind of what is on top last, in brackets; kinds are those of the thread's work, {@code stream} and {@code nobody} as above; {@code outside} stands beside it where no transaction of Spring's is on
     * the stack.
     */
    Map<String, Object> take();

    /** Takes the recorder out and removes this MBean. */
    void stop();
}
