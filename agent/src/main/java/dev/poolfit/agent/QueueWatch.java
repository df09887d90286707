package dev.poolfit.agent;

import dev.poolfit.wire.QueueColumn;
import dev.poolfit.wire.RecordKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Watches what work waits for beside the connections of the pool, five times a second, and what threads of a full executor do: one of them at
 * each look.
 */
final class QueueWatch {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(200);
    /** The time after which executors are looked for again: they may begin at their first task. */
    private static final long SEARCH = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_QUEUES = 64;

    private final Names names;
    private final Stacks stacks;
    private final Reflection reflection;
    private final ThreadQueues executors;
    private final ClientQueues clients;
    private final Random random = new Random(1);
    private final Map<Long, long[]> sums = new HashMap<>();
    private final Map<Long, Long> seen = new HashMap<>();
    private List<WorkQueue> ofThreads = List.of();
    private long searched = System.nanoTime() - SEARCH;
    private long looked = System.nanoTime();
    private boolean walked;

    QueueWatch(Names names, Stacks stacks, Reflection reflection) {
        this.names = names;
        this.stacks = stacks;
        this.reflection = reflection;
        this.executors = new ThreadQueues(reflection);
        this.clients = new ClientQueues(reflection);
    }

    /** Looks at all, if it is time for that. */
    void look(long now) {
        if (now - looked < PERIOD) {
            return;
        }
        looked = now;
        if (!walked) {
            walked = true;
            clients.find(BeanWalk.beans(reflection));
        } else if (now - searched >= SEARCH) {
            searched = now;
            ofThreads = new ArrayList<>(executors.find());
        }
        add(ofThreads);
        add(clients.present());
    }

    private void add(Collection<WorkQueue> queues) {
        for (WorkQueue each : queues) {
            try {
                add(each, each.read());
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                // Another version than those that are known.
            }
        }
    }

    private synchronized void add(WorkQueue queue, int[] read) {
        int name = names.number(queue.name);
        long key = (long) names.number(queue.kind) << 32 | name;
        long[] row = sums.get(key);
        if (row == null) {
            if (sums.size() >= MOST_QUEUES) {
                return;
            }
            row = new long[QueueColumn.COUNT];
            sums.put(key, row);
        }
        boolean full = read[2] > 0 && read[1] >= read[0];
        row[QueueColumn.KIND] = key >> 32;
        row[QueueColumn.NAME] = name;
        row[QueueColumn.SIZE] = read[0];
        row[QueueColumn.IN_USE] += read[1];
        row[QueueColumn.WAITING] += read[2];
        row[QueueColumn.FULL] += full ? 1 : 0;
        row[QueueColumn.LOOKS]++;
        if (full && !queue.threads.isEmpty()) {
            Thread thread = queue.threads.get(random.nextInt(queue.threads.size()));
            StackTraceElement[] stack = thread.getStackTrace();
            if (stack.length > 0) {
                seen.merge((long) name << 32 | stacks.number(stack, thread.getState()), 1L, Long::sum);
            }
        }
    }

    /** Moves what was seen into rows. */
    synchronized void into(Map<String, Object> taken) {
        long[] rows = new long[sums.size() * QueueColumn.COUNT];
        int at = 0;
        for (long[] each : sums.values()) {
            System.arraycopy(each, 0, rows, at, each.length);
            at += each.length;
        }
        long[] doing = new long[3 * seen.size()];
        at = 0;
        for (Map.Entry<Long, Long> each : seen.entrySet()) {
            doing[at++] = each.getKey() >> 32;
            doing[at++] = each.getKey() & 0xFFFF_FFFFL;
            doing[at++] = each.getValue();
        }
        taken.put(RecordKey.QUEUES, rows);
        taken.put(RecordKey.QUEUE_STACKS, doing);
        sums.clear();
        seen.clear();
    }
}
