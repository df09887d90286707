package dev.poolfit.agent;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Writes stacks in short: the frames of the application, and the kind of what is on top of them. */
final class Stacks {
    private static final int MOST_FRAMES = 16;

    private static final int MOST_KNOWN = 20_000;

    private final Names names;
    /** Numbers by a hash of 64 bits. */
    private final Map<Long, Integer> known = new ConcurrentHashMap<>();

    Stacks(Names names) {
        this.names = names;
    }

    /** Returns the number of a stack's text, as {@link RecorderMBean#take} describes it. */
    int number(StackTraceElement[] stack, Thread.State state) {
        return number(stack, state.ordinal(), () -> Code.kind(stack, state));
    }

    /** Returns the number of a stack's text whose kind is known. */
    int number(StackTraceElement[] stack, String kind) {
        return number(stack, kind.hashCode(), () -> kind);
    }

    private int number(StackTraceElement[] stack, long seed, Supplier<String> kind) {
        long hash = seed;
        for (StackTraceElement frame : stack) {
            hash = 0x9E37_79B9_7F4A_7C15L * (hash ^ hash >>> 29)
                    + ((long) frame.getClassName().hashCode() << 32)
                    + 31L * frame.getMethodName().hashCode()
                    + frame.getLineNumber();
        }
        Integer number = known.get(hash);
        if (number == null) {
            number = names.number(text(stack, kind.get()));
            if (known.size() < MOST_KNOWN) {
                known.put(hash, number);
            }
        }
        return number;
    }

    static String text(StackTraceElement[] stack, String kind) {
        String[] frames = new String[MOST_FRAMES];
        int count = 0;
        for (StackTraceElement frame : stack) {
            if (count < MOST_FRAMES && Code.isApplication(frame.getClassName())) {
                // The line counts where the application calls something else; further out it would only split stacks.
                frames[count] = frame.getClassName() + "." + frame.getMethodName()
                        + (count == 0 && frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "");
                count++;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = count - 1; i >= 0; i--) {
            text.append(frames[i]).append('\n');
        }
        return text.append('[')
                .append(kind)
                .append(Code.inTransaction(stack) ? "" : " outside")
                .append(']')
                .toString();
    }
}
