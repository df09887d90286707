package dev.poolfit.agent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What was sent since the last look, by whoever sent it and by shape. No thread waits for another one. */
final class SentTotals {
    /** How many values each row has. */
    private static final int VALUES = RecorderMBean.STATEMENT_VALUES;

    private static final int MOST = 20_000;

    private final ConcurrentHashMap<Long, Row> rows = new ConcurrentHashMap<>();

    private static final class Row {
        final LongAdder holds = new LongAdder();
        final LongAdder count = new LongAdder();
        final LongAdder nanos = new LongAdder();
        final AtomicLong most = new AtomicLong();
        volatile long stack = -1;
    }

    /** One hold sent so many statements of one shape. */
    void add(int name, int shape, long count, long nanos, int stack) {
        long key = (long) name << 32 | shape;
        Row row = rows.get(key);
        if (row == null) {
            if (rows.size() >= MOST) {
                return;
            }
            row = rows.computeIfAbsent(key, unseen -> new Row());
        }
        row.holds.increment();
        row.count.add(count);
        row.nanos.add(nanos);
        row.most.accumulateAndGet(count, Math::max);
        if (stack >= 0) {
            row.stack = stack;
        }
    }

    long[] rows() {
        long[] told = new long[rows.size() * VALUES];
        int at = 0;
        for (var each : rows.entrySet()) {
            if (at + VALUES > told.length) {
                break;
            }
            told[at++] = each.getKey() >>> 32;
            told[at++] = each.getKey() & 0xFFFF_FFFFL;
            told[at++] = each.getValue().holds.sum();
            told[at++] = each.getValue().count.sum();
            told[at++] = each.getValue().nanos.sum();
            told[at++] = each.getValue().most.get();
            told[at++] = each.getValue().stack;
        }
        return told.length == at ? told : java.util.Arrays.copyOf(told, at);
    }
}
