package dev.poolfit.agent;

import dev.poolfit.wire.RecordKey;
import java.util.Map;

/**
 * Finds threads that wait for the connection of a new transaction while another one of theirs is suspended with its own. It tells a deadlock
 * that was there before the recorder came, which saw nobody get a connection.
 */
final class SuspendedTransactions {
    private final Stacks stacks;

    SuspendedTransactions(Stacks stacks) {
        this.stacks = stacks;
    }

    /** Writes {@link RecordKey#SUSPENDED} and {@link RecordKey#SUSPENDED_STACK}; reads the stacks of all threads. */
    void into(Map<String, Object> taken) {
        long waiting = 0;
        long shown = -1;
        for (Map.Entry<Thread, StackTraceElement[]> each :
                Thread.getAllStackTraces().entrySet()) {
            Thread.State state = each.getKey().getState();
            if (suspends(each.getValue()) && Code.kind(each.getValue(), state).equals(Code.CONNECTION)) {
                waiting++;
                shown = stacks.number(each.getValue(), state);
            }
        }
        taken.put(RecordKey.SUSPENDED, waiting);
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
}
