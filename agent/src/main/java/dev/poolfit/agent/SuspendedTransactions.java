package dev.poolfit.agent;

import dev.poolfit.wire.RecordKey;
import java.util.Map;

/**
 * Finds threads that wait for the connection of a new transaction while another one of theirs is suspended with its own. It tells a deadlock
 * that was there before the recorder came, which saw nobody get a connection.
 */
final class SuspendedTransactions {
    private static final String TEMPLATE = "org.springframework.transaction.support.TransactionTemplate.execute";
    private static final String ASPECT =
            "org.springframework.transaction.interceptor.TransactionAspectSupport.invokeWithinTransaction";

    private final Stacks stacks;

    SuspendedTransactions(Stacks stacks) {
        this.stacks = stacks;
    }

    /** Writes {@link RecordKey#SUSPENDED} and its like; reads the stacks of all threads. */
    void into(Map<String, Object> taken) {
        long waiting = 0;
        long most = 0;
        long shown = -1;
        for (Map.Entry<Thread, StackTraceElement[]> each :
                Thread.getAllStackTraces().entrySet()) {
            StackTraceElement[] stack = each.getValue();
            Thread.State state = each.getKey().getState();
            String kind = Code.kind(stack, state);
            if (!Code.inTransaction(stack) && !kind.equals(Code.DATABASE)) {
                continue;
            }
            boolean waits = kind.equals(Code.CONNECTION);
            if (waits && suspends(stack)) {
                waiting++;
                most += held(stack);
                shown = stacks.number(stack, state);
            } else if (!waits) {
                // Its connection comes back.
                return;
            }
        }
        taken.put(RecordKey.SUSPENDED, waiting);
        taken.put(RecordKey.SUSPENDED_HELD, most);
        taken.put(RecordKey.SUSPENDED_STACK, shown);
    }

    /** Returns whether Spring begins a transaction within another one, which it suspends or nests (PROPAGATION_REQUIRES_NEW). */
    static boolean suspends(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (Code.runsTransactions(frame.getClassName())
                    && frame.getMethodName().equals("handleExistingTransaction")) {
                return true;
            }
        }
        return false;
    }

    /** Counts the transactions around the one that begins: each has a connection of its own at most. */
    static int held(StackTraceElement[] stack) {
        int around = 0;
        for (StackTraceElement frame : stack) {
            String called = frame.getClassName() + "." + frame.getMethodName();
            around += called.equals(TEMPLATE) || called.equals(ASPECT) ? 1 : 0;
        }
        return Math.max(1, around - 1);
    }
}
