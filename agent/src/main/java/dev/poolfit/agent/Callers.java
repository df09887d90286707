package dev.poolfit.agent;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Finds who asks for a connection: the route of the request that a thread serves, else the application's method. */
final class Callers {
    private static final String PATTERN = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";
    private static final String ASYNC =
            "org.springframework.web.context.request.async.WebAsyncManager.WEB_ASYNC_MANAGER";
    private static final Integer REQUEST_SCOPE = 0;
    private static final int DEEPEST = 400;
    private static final Pattern LAMBDA = Pattern.compile("^lambda\\$(\\w+)\\$\\d+$");
    private static final StackWalker WALKER = StackWalker.getInstance();

    private final Names names;
    private final Stacks stacks;
    private final Method[] attributes;
    private volatile Method attribute;
    private volatile Method request;
    private volatile Method method;

    /** @param loaded all classes of the service */
    Callers(Names names, Stacks stacks, Class<?>[] loaded) {
        this.names = names;
        this.stacks = stacks;
        List<Method> found = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (type.getName().equals(SpringRequests.HOLDER)) {
                try {
                    found.add(type.getMethod("getRequestAttributes"));
                } catch (NoSuchMethodException unlike) {
                    // Another Spring than those that are known: methods are named then.
                }
            }
        }
        attributes = found.toArray(new Method[0]);
    }

    /** Names a hold by the request that the calling thread serves, if there is one that has a route by now. */
    void route(Hold hold) {
        for (Method each : attributes) {
            try {
                Object present = each.invoke(null);
                if (present != null) {
                    hold.request = System.identityHashCode(present);
                    hold.async = attribute(present).invoke(present, ASYNC, REQUEST_SCOPE);
                    String route = route(present);
                    if (route != null) {
                        hold.name = names.number(route);
                        return;
                    }
                }
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                // A request that has ended meanwhile.
            }
        }
    }

    /** Returns null before a handler was chosen, as in filters. */
    private String route(Object present) throws ReflectiveOperationException {
        Object pattern = attribute(present).invoke(present, PATTERN, REQUEST_SCOPE);
        if (pattern == null) {
            return null;
        }
        Object asked = request(present).invoke(present);
        return method(asked).invoke(asked) + " " + pattern;
    }

    private Method attribute(Object present) throws NoSuchMethodException {
        Method known = attribute;
        if (known == null || !known.getDeclaringClass().isInstance(present)) {
            known = present.getClass().getMethod("getAttribute", String.class, int.class);
            attribute = known;
        }
        return known;
    }

    private Method request(Object present) throws NoSuchMethodException {
        Method known = request;
        if (known == null || !known.getDeclaringClass().isInstance(present)) {
            known = present.getClass().getMethod("getRequest");
            request = known;
        }
        return known;
    }

    private Method method(Object asked) throws NoSuchMethodException {
        Method known = method;
        if (known == null || !known.getDeclaringClass().isInstance(asked)) {
            // A facade's class may be closed, the interface is not.
            known = asked.getClass().getMethod("getMethod");
            for (Class<?> type : allInterfaces(asked.getClass())) {
                if (type.getName().endsWith(".servlet.http.HttpServletRequest")) {
                    known = type.getMethod("getMethod");
                }
            }
            method = known;
        }
        return known;
    }

    private static List<Class<?>> allInterfaces(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            all.addAll(Arrays.asList(each.getInterfaces()));
        }
        return all;
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
        if (!hold.isUnknown()) {
            return;
        }
        String method = null;
        for (StackTraceElement frame : stack) {
            if (Code.isApplication(frame.getClassName())) {
                method = name(frame.getClassName(), frame.getMethodName());
            }
        }
        if (method != null) {
            hold.name = names.number(method);
        }
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
