package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.List;

/** Tells by a stack whether code may go on with its work on another thread, and whether it is the same work. */
final class AsyncCode {
    private static final String COROUTINE = "kotlin.coroutines.";
    private static final String FUTURE = "java.util.concurrent.CompletableFuture";
    /** Runs an ordinary method to its end in a future. */
    private static final String ASYNC_METHOD = "org.springframework.aop.interceptor.AsyncExecution";

    private static final String[] SUSPENDING = {
        COROUTINE,
        "kotlinx.coroutines.",
        "reactor.core.",
        "io.reactivex.",
        "io.vertx.core.",
        "io.smallrye.mutiny.",
        "scala.concurrent.",
        "cats.effect.",
        "zio.",
        "akka.",
        "org.apache.pekko."
    };
    private static final String[] SESSIONS = {"org.hibernate.", "org.eclipse.persistence.", "org.springframework.orm."};

    private AsyncCode() {}

    /** Returns whether it runs a coroutine, a future or the like. */
    static boolean suspends(StackTraceElement[] stack) {
        boolean future = false;
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.startsWith(ASYNC_METHOD)) {
                return false;
            }
            if (Code.in(SUSPENDING, type)) {
                return true;
            }
            future |= type.startsWith(FUTURE);
        }
        return future;
    }

    static boolean isCoroutine(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith(COROUTINE)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a session of an object-relational mapper got the connection. */
    static boolean bySession(StackTraceElement[] got) {
        for (StackTraceElement frame : got) {
            if (Code.in(SESSIONS, frame.getClassName())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a thread is still within the call of the application's that got a connection. A coroutine or a
     * future that is at the place where it got it, or before, is another one at the same code. Frames of libraries do
     * not count: a thread dump has some that an exception has not.
     *
     * @param got the stack that got it; empty if it was not kept
     * @param now the stack of the same thread
     */
    static boolean isWithin(StackTraceElement[] got, StackTraceElement[] now) {
        List<StackTraceElement> then = application(got);
        List<StackTraceElement> frames = application(now);
        int shared = 0;
        while (shared < Math.min(then.size(), frames.size()) && isSame(then.get(shared), frames.get(shared))) {
            shared++;
        }
        if (then.isEmpty()) {
            return true;
        }
        return shared > 0 && (!suspends(got) || isBeyond(then, frames, shared, now));
    }

    /** Returns whether it is at a later place than where it got the connection; the outermost line that differs decides. */
    private static boolean isBeyond(
            List<StackTraceElement> then, List<StackTraceElement> frames, int shared, StackTraceElement[] now) {
        for (int i = 0; i < shared; i++) {
            int line = frames.get(i).getLineNumber();
            if (line != then.get(i).getLineNumber()) {
                return line > then.get(i).getLineNumber();
            }
        }
        return !(shared == frames.size() && waitsForPool(now));
    }

    private static boolean waitsForPool(StackTraceElement[] now) {
        for (StackTraceElement frame : now) {
            if (Code.isApplication(frame.getClassName())) {
                return false;
            }
            if (Code.isPool(frame.getClassName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(StackTraceElement one, StackTraceElement other) {
        return one.getClassName().equals(other.getClassName())
                && one.getMethodName().equals(other.getMethodName());
    }

    /** Returns the application's frames, the outermost first. */
    private static List<StackTraceElement> application(StackTraceElement[] stack) {
        List<StackTraceElement> frames = new ArrayList<>();
        for (int i = stack.length - 1; i >= 0; i--) {
            if (Code.isApplication(stack[i].getClassName())) {
                frames.add(stack[i]);
            }
        }
        return frames;
    }
}
