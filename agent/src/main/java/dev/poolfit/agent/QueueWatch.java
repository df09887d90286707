package dev.poolfit.agent;

import dev.poolfit.wire.QueueColumn;
import dev.poolfit.wire.RecordKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Watches what work waits for beside the connections of the pool, five times a second, and what threads of a full executor do: one of them at
 * each look.
 */
final class QueueWatch {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(200);
    /** The time after which executors are looked for again: they may begin at their first task. */
    private static final long SEARCH = TimeUnit.SECONDS.toNanos(1);

    /** Names that are told of in all: some services make executors all the time. */
    private static final int MOST_QUEUES = 64;
    /** What has as many has no limit. */
    private static final int UNLIMITED = 1_000_000;

    private final Names names;
    private final Stacks stacks;
    private final Reflection reflection;
    private final ThreadQueues executors;
    private final ClientQueues clients;
    private final Random random = new Random(1);
    private final StackReader reader = new StackReader();
    private final Set<String> known = new HashSet<>();
    private final Map<Long, long[]> sums = new HashMap<>();
    private final Map<Long, Long> seen = new HashMap<>();
    private List<WorkQueue> ofThreads = List.of();
    private long searched = System.nanoTime() - SEARCH;
    private long looked = System.nanoTime();
    private long stacksRead = System.nanoTime();
    private long looks;
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
        try {
            search(now);
            stacks(now, lookAtAll());
        } catch (RuntimeException | LinkageError unlike) {
            // The service has classes of another version than those that are known; what was seen until now is told.
        }
    }

    /** Looks at all at once, so that nothing is told of a look in parts; returns a thread of each that is full. */
    private synchronized Map<String, Thread> lookAtAll() {
        Map<String, Thread> full = new HashMap<>();
        Map<String, Integer> named = new HashMap<>();
        try {
            ofThreads.forEach(each -> add(each, named, full));
            clients.present().forEach(each -> add(each, named, full));
        } finally {
            looks++;
        }
        return full;
    }

    private void search(long now) {
        if (!walked) {
            walked = true;
            clients.find(BeanWalk.beans(reflection));
        }
        if (now - searched >= SEARCH) {
            searched = now;
            ofThreads = new ArrayList<>(executors.find());
        }
    }

    /** Of several with one name each gets a number, so that a full one does not drown in others. */
    private void add(WorkQueue queue, Map<String, Integer> named, Map<String, Thread> full) {
        int[] read;
        try {
            read = queue.read();
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return;
        }
        int count = named.merge(queue.name, 1, Integer::sum);
        String name = count == 1 ? queue.name : queue.name + " (" + count + ")";
        boolean isFull = read[0] < UNLIMITED && read[2] > 0 && read[1] >= read[0];
        if (!add(queue.kind, name, read, isFull)) {
            return;
        }
        if (isFull && !queue.threads.isEmpty()) {
            full.put(name, queue.threads.get(random.nextInt(queue.threads.size())));
        }
    }

    /** Returns whether there was room for it. */
    private synchronized boolean add(String kind, String name, int[] read, boolean full) {
        if (!known.contains(name) && known.size() >= MOST_QUEUES) {
            return false;
        }
        known.add(name);
        long key = (long) names.number(kind) << 32 | names.number(name);
        long[] row = sums.computeIfAbsent(key, unseen -> new long[QueueColumn.COUNT]);
        row[QueueColumn.KIND] = key >> 32;
        row[QueueColumn.NAME] = key & 0xFFFF_FFFFL;
        row[QueueColumn.SIZE] = read[0];
        row[QueueColumn.IN_USE] += read[1];
        row[QueueColumn.WAITING] += read[2];
        row[QueueColumn.FULL] += full ? 1 : 0;
        return true;
    }

    /** Looks at one thread of each that is full, as often as there is time for it. */
    private void stacks(long now, Map<String, Thread> full) {
        if (full.isEmpty() || now - stacksRead < reader.pause()) {
            return;
        }
        stacksRead = now;
        Map<Thread, StackReader.Seen> present = reader.read(full.values());
        synchronized (this) {
            full.forEach((name, thread) -> {
                StackReader.Seen its = present.get(thread);
                if (its != null && its.stack.length > 0) {
                    seen.merge((long) names.number(name) << 32 | stacks.number(its.stack, its.state), 1L, Long::sum);
                }
            });
        }
        reader.took(System.nanoTime() - now);
    }

    /** Moves what was seen into rows. */
    synchronized void into(Map<String, Object> taken) {
        long[] rows = new long[sums.size() * QueueColumn.COUNT];
        int at = 0;
        for (long[] each : sums.values()) {
            each[QueueColumn.LOOKS] = looks;
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
        looks = 0;
    }
}
