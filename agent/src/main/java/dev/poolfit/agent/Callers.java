package dev.poolfit.agent;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Finds who asks for a connection: the route of the request that a thread serves, else the application's method. */
final class Callers {
    private static final int DEEPEST = 400;
    private static final Pattern LAMBDA = Pattern.compile("^lambda\\$(\\w+)\\$\\d+$");
    private static final StackWalker WALKER = StackWalker.getInstance();

    private final Names names;
    private final Stacks stacks;
    private final ServedRequests served;

    /** @param loaded all classes of the service */
    Callers(Names names, Stacks stacks, Class<?>[] loaded) {
        this.names = names;
        this.stacks = stacks;
        served = new ServedRequests(loaded);
    }

    /** Names a hold by the request that the calling thread serves, if there is one that has a route by now. */
    void route(Hold hold) {
        String route = served.route(hold);
        if (route != null) {
            hold.name = names.number(route);
        }
    }

    /** Returns the number of the application's outermost method on the calling thread; else of the kind of the thread. */
    int method() {
        // Of each frame its class alone is read, which costs least.
        StackWalker.StackFrame last = WALKER.walk(frames -> frames.limit(DEEPEST)
                .filter(frame -> Code.isApplication(frame.getClassName()))
                .reduce(null, (inner, outer) -> outer));
        return names.number(
                last == null ? threadKind(Thread.currentThread()) : name(last.getClassName(), last.getMethodName()));
    }

    /**
     * Names a hold of which neither its request nor its thread has said whose it is, by a stack of the thread that uses
     * it. A stack without a method of the application says nothing: the thread may have handed the connection on.
     */
    void method(Hold hold, StackTraceElement[] stack) {
        if (hold.isUnknown()) {
            String method = outermost(stack);
            if (method != null) {
                hold.name = names.number(method);
            }
        }
    }

    /** Returns the number of the application's outermost method on a thread's stack; else of the kind of the thread. */
    int method(Thread thread, StackTraceElement[] stack) {
        String method = outermost(stack);
        return names.number(method == null ? threadKind(thread) : method);
    }

    private static String outermost(StackTraceElement[] stack) {
        String method = null;
        for (StackTraceElement frame : stack) {
            if (Code.isApplication(frame.getClassName())) {
                method = name(frame.getClassName(), frame.getMethodName());
            }
        }
        return method;
    }

    /** Names a hold that nothing else has named by the kind of the thread that got it. */
    void kind(Hold hold) {
        if (hold.isUnknown()) {
            hold.name = names.number(threadKind(hold.thread));
        }
    }

    /** Returns the number of the stack that borrowed it, which names it too; −1 if it was not kept. */
    int borrowed(Hold hold) {
        return hold.borrow == null ? -1 : stacks.number(named(hold), Code.CODE);
    }

    /** Returns a number for what no stack shows: that of the stack that borrowed it, with a kind of its own. */
    int unattended(Hold hold, String kind) {
        return stacks.number(hold.borrow == null ? new StackTraceElement[0] : named(hold), kind);
    }

    private StackTraceElement[] named(Hold hold) {
        StackTraceElement[] stack = Arrays.stream(hold.borrowed())
                .filter(frame -> says(frame.getClassName()))
                .toArray(StackTraceElement[]::new);
        method(hold, stack);
        kind(hold);
        return stack;
    }

    /** Names a lambda, such as reactive code has, as the method that it is written in. */
    private static String name(String type, String method) {
        return type + "." + LAMBDA.matcher(method).replaceFirst("$1");
    }

    /** Threads of one pool differ in a number. */
    private static String threadKind(Thread thread) {
        return "thread " + thread.getName().replaceAll("\\d+", "#");
    }

    /** Returns the number of the calling thread's stack. */
    int stackHere() {
        return stacks.number(here(), Code.CODE);
    }

    private static StackTraceElement[] here() {
        return WALKER.walk(frames -> frames.limit(DEEPEST)
                .filter(frame -> says(frame.getClassName()))
                .map(StackWalker.StackFrame::toStackTraceElement)
                .toArray(StackTraceElement[]::new));
    }

    /** Returns whether a frame says whose code it is or whether it is in a transaction; of the others each costs much. */
    private static boolean says(String type) {
        return Code.isApplication(type) || Code.runsTransactions(type);
    }
}
