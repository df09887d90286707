package dev.poolfit.agent;

import dev.poolfit.wire.StatementColumn;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Sums what was sent since the last look, by whoever sent it and by shape. No thread waits for another one. */
final class SentTotals {
    private static final int MOST = 20_000;

    private final ConcurrentHashMap<Long, Row> rows = new ConcurrentHashMap<>();

    private static final class Row {
        final LongAdder holds = new LongAdder();
        final LongAdder count = new LongAdder();
        final LongAdder nanos = new LongAdder();
        final AtomicLong most = new AtomicLong();
        volatile long stack = -1;
    }

    /** Adds the statements of one shape that one hold sent, and the nanoseconds that they took together. */
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
        long[] told = new long[rows.size() * StatementColumn.COUNT];
        int at = 0;
        for (var each : rows.entrySet()) {
            if (at + StatementColumn.COUNT > told.length) {
                break;
            }
            told[at + StatementColumn.NAME] = each.getKey() >>> 32;
            told[at + StatementColumn.SHAPE] = each.getKey() & 0xFFFF_FFFFL;
            told[at + StatementColumn.HOLDS] = each.getValue().holds.sum();
            told[at + StatementColumn.SENT] = each.getValue().count.sum();
            told[at + StatementColumn.NANOS] = each.getValue().nanos.sum();
            told[at + StatementColumn.MOST] = each.getValue().most.get();
            told[at + StatementColumn.STACK] = each.getValue().stack;
            at += StatementColumn.COUNT;
        }
        return told.length == at ? told : java.util.Arrays.copyOf(told, at);
    }
}
