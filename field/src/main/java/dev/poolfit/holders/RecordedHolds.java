package dev.poolfit.holders;

import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.QueueColumn;
import dev.poolfit.wire.RecordKey;
import dev.poolfit.wire.SampleColumn;
import dev.poolfit.wire.StatementColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the recorder in a service saw between two calls.
 *
 * @param nanos the service's clock at the end
 * @param firstName the number of the first of the names
 * @param names names that came since the previous call; they go on where the last ones ended
 * @param ended connections that were given back, and waits in vain
 * @param held connections that are held now
 * @param samples what holders did, each for the time since the look before
 * @param statements what holds had sent that have ended and were watched
 * @param peak the most connections held at one of the looks
 * @param waiting the most threads that waited at one of the looks
 * @param before the least number of connections in use that were handed out before the recorder came
 * @param opening whether threads waited while the pool had fewer connections than it may have
 * @param dropped holds for which there was no room
 * @param cpuNanos CPU time of the recorder's own thread so far
 * @param openInView whether Spring keeps the connection until the response is written
 * @param states who works with each that is held now, as {@link LongHold.State} in small letters; empty if not asked
 * @param uses the number of the stack that works with each of what is held now, or −1
 * @param asynchronous routes of asynchronous requests under way, where open-in-view is on; empty if not known
 * @param pools of HikariCP in the service; of several it is not known for whose connections threads wait
 * @param suspended threads that wait for a second connection, where nothing else goes on; empty if not looked for
 * @param queues what else work waits for in the service
 * @param queueStacks what threads of those that were full did
 */
public record RecordedHolds(
        long nanos,
        long firstName,
        List<String> names,
        List<Hold> ended,
        List<Hold> held,
        List<Sample> samples,
        List<Statements> statements,
        int peak,
        int waiting,
        int before,
        boolean opening,
        long dropped,
        long cpuNanos,
        boolean openInView,
        List<String> states,
        List<Integer> uses,
        Optional<List<String>> asynchronous,
        int pools,
        Optional<Suspended> suspended,
        List<Queued> queues,
        List<QueueStack> queueStacks) {
    public RecordedHolds {
        names = List.copyOf(names);
        ended = List.copyOf(ended);
        held = List.copyOf(held);
        samples = List.copyOf(samples);
        statements = List.copyOf(statements);
        states = List.copyOf(states);
        uses = List.copyOf(uses);
        asynchronous = asynchronous.map(List::copyOf);
        queues = List.copyOf(queues);
        queueStacks = List.copyOf(queueStacks);
    }

    /**
     * One connection in the hands of a thread.
     *
     * @param since the time at which it was handed out, by the service's clock, in nanoseconds
     * @param waitedNanos for which the thread had waited for it; −1 where it was handed out before the recorder came
     * @param heldNanos for which it was held; −1 for a wait in vain
     * @param name number of the name of whoever held it
     * @param request a number of the request, 0 without one; of what is held now, the number of the stack that borrowed
     *     it, or −1; where borrows alone are recorded, the number of the thread
     * @param before the number of connections that the thread held before
     * @param watched whether all its statements were seen
     */
    public record Hold(
            long since, long waitedNanos, long heldNanos, int name, long request, int before, boolean watched) {
        boolean earlier() {
            return waitedNanos < 0;
        }

        /** Returns the same of a thread that held so many before. */
        Hold after(int others) {
            return new Hold(since, waitedNanos, heldNanos, name, request, others, watched);
        }

        boolean timedOut() {
            return heldNanos < 0;
        }
    }

    /**
     * Threads that wait for the connection of a transaction while another one of theirs is suspended.
     *
     * @param held connections that they can have at most
     * @param stack number of the text of one's stack
     */
    public record Suspended(int threads, int held, int stack) {}

    /**
     * What work waits for beside the connections. Sums are over the looks.
     *
     * @param kind number of the name of its kind
     * @param name number of its name
     * @param size how many can be in use at once
     * @param inUse how many were, summed
     * @param waiting how many waited, summed
     * @param full the looks at which all were in use and somebody waited
     * @param looks at all queues, whether this one was there or not
     */
    public record Queued(int kind, int name, int size, long inUse, long waiting, long full, long looks) {}

    /**
     * What a thread of a full queue did.
     *
     * @param name number of the queue's name
     * @param stack number of the stack's text
     * @param looks at which it was seen
     */
    public record QueueStack(int name, int stack, long looks) {}

    /**
     * A way in which holders with one name spent time.
     *
     * @param name number of the name
     * @param stack number of the stack's text
     * @param othersWaited whether threads waited for a connection meanwhile
     * @param micros time summed over holders, in microseconds
     * @param looks the stacks that were looked at for that
     */
    public record Sample(int name, int stack, boolean othersWaited, long micros, long looks) {}

    /**
     * Statements of one shape that holders with one name sent.
     *
     * @param name number of the holder's name
     * @param shape number of the shape's text
     * @param holds the number of holds that sent it
     * @param count the number of statements sent
     * @param nanos that they took together
     * @param most the most that one hold sent
     * @param stack number of the stack's text that sent one of them, or −1
     */
    public record Statements(int name, int shape, long holds, long count, long nanos, long most, int stack) {}

    /**
     * Reads what the agent tells; what it leaves out is empty.
     *
     * @param told by {@link RecordKey}
     */
    public static RecordedHolds of(Map<?, ?> told) {
        return new RecordedHolds(
                number(told, RecordKey.NOW),
                number(told, RecordKey.FIRST_NAME),
                told.get(RecordKey.NAMES) instanceof String[] names ? List.of(names) : List.of(),
                holds(numbers(told, RecordKey.HOLDS)),
                holds(numbers(told, RecordKey.OPEN)),
                samples(numbers(told, RecordKey.SAMPLES)),
                statements(numbers(told, RecordKey.STATEMENTS)),
                (int) number(told, RecordKey.PEAK),
                (int) number(told, RecordKey.WAITING),
                (int) number(told, RecordKey.BEFORE),
                number(told, RecordKey.OPENING) > 0,
                number(told, RecordKey.DROPPED),
                number(told, RecordKey.CPU_NANOS),
                number(told, RecordKey.OPEN_IN_VIEW) > 0,
                told.get(RecordKey.STATES) instanceof String[] states ? List.of(states) : List.of(),
                Arrays.stream(numbers(told, RecordKey.USES))
                        .mapToObj(each -> (int) each)
                        .toList(),
                Optional.ofNullable(
                        told.get(RecordKey.ASYNCHRONOUS) instanceof String[] routes ? List.of(routes) : null),
                (int) number(told, RecordKey.POOLS),
                number(told, RecordKey.SUSPENDED) > 0
                        ? Optional.of(new Suspended(
                                (int) number(told, RecordKey.SUSPENDED),
                                (int) number(told, RecordKey.SUSPENDED_HELD),
                                (int) number(told, RecordKey.SUSPENDED_STACK)))
                        : Optional.empty(),
                queues(numbers(told, RecordKey.QUEUES)),
                queueStacks(numbers(told, RecordKey.QUEUE_STACKS)));
    }

    private static List<Hold> holds(long[] rows) {
        var holds = new ArrayList<Hold>();
        for (int at = 0; at + HoldColumn.COUNT <= rows.length; at += HoldColumn.COUNT) {
            holds.add(new Hold(
                    rows[at + HoldColumn.SINCE],
                    rows[at + HoldColumn.WAITED],
                    rows[at + HoldColumn.HELD],
                    (int) rows[at + HoldColumn.NAME],
                    rows[at + HoldColumn.REQUEST],
                    (int) rows[at + HoldColumn.BEFORE],
                    rows[at + HoldColumn.WATCHED] > 0));
        }
        return holds;
    }

    private static List<Sample> samples(long[] rows) {
        var samples = new ArrayList<Sample>();
        for (int at = 0; at + SampleColumn.COUNT <= rows.length; at += SampleColumn.COUNT) {
            samples.add(new Sample(
                    (int) rows[at + SampleColumn.NAME],
                    (int) rows[at + SampleColumn.STACK],
                    rows[at + SampleColumn.OTHERS_WAITED] > 0,
                    rows[at + SampleColumn.MICROS],
                    rows[at + SampleColumn.LOOKS]));
        }
        return samples;
    }

    private static List<Statements> statements(long[] rows) {
        var statements = new ArrayList<Statements>();
        for (int at = 0; at + StatementColumn.COUNT <= rows.length; at += StatementColumn.COUNT) {
            statements.add(new Statements(
                    (int) rows[at + StatementColumn.NAME],
                    (int) rows[at + StatementColumn.SHAPE],
                    rows[at + StatementColumn.HOLDS],
                    rows[at + StatementColumn.SENT],
                    rows[at + StatementColumn.NANOS],
                    rows[at + StatementColumn.MOST],
                    (int) rows[at + StatementColumn.STACK]));
        }
        return statements;
    }

    private static List<Queued> queues(long[] rows) {
        var queues = new ArrayList<Queued>();
        for (int at = 0; at + QueueColumn.COUNT <= rows.length; at += QueueColumn.COUNT) {
            queues.add(new Queued(
                    (int) rows[at + QueueColumn.KIND],
                    (int) rows[at + QueueColumn.NAME],
                    (int) rows[at + QueueColumn.SIZE],
                    rows[at + QueueColumn.IN_USE],
                    rows[at + QueueColumn.WAITING],
                    rows[at + QueueColumn.FULL],
                    rows[at + QueueColumn.LOOKS]));
        }
        return queues;
    }

    private static List<QueueStack> queueStacks(long[] rows) {
        var stacks = new ArrayList<QueueStack>();
        for (int at = 0; at + 3 <= rows.length; at += 3) {
            stacks.add(new QueueStack((int) rows[at], (int) rows[at + 1], rows[at + 2]));
        }
        return stacks;
    }

    private static long number(Map<?, ?> told, String key) {
        @Nullable Object value = told.get(key);
        return value instanceof Number number ? number.longValue() : 0;
    }

    private static long[] numbers(Map<?, ?> told, String key) {
        return told.get(key) instanceof long[] numbers ? numbers : new long[0];
    }
}
