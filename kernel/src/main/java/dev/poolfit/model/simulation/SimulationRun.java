package dev.poolfit.model.simulation;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulation.Length;
import dev.poolfit.model.simulation.Tally.Means;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Runs one simulation. Every station has one pending event at most, so the next one is the earliest of five; a worker thread is
 * a slot, and its request's state stands in arrays by slot. Nothing is allocated per event.
 */
final class SimulationRun {
    private static final int EXPECTED_QUEUE = 1024;

    private final Route route;
    private final Arrivals arrivals;
    private final ProcessorSharing service;
    private final ProcessorSharing database;
    private final Delay delay;
    private final ConnectionPool pool;
    private final DemandSampler cpu;
    private final DemandSampler delays;

    private final AcceptQueue queue = new AcceptQueue(EXPECTED_QUEUE);
    private final int[] idle;
    private int idleCount;
    private final TimeAverage busy = new TimeAverage();

    private final int[] step;
    private final double[] sent;
    private final double[] began;
    private final double[] acquired;

    private final Tally tally = new Tally();
    private double now;
    private long events;
    private long requests;

    SimulationRun(ServiceModel model, Workload workload, Limits limits, Start from, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        Capacity capacity = model.capacity();
        route = Route.of(model.demand());
        cpu = new DemandSampler(model.variation().cpu(), random);
        delays = new DemandSampler(model.variation().delay(), random);
        arrivals = Arrivals.of(workload, model.demand(), limits, from, new DemandSampler(1, random));
        int slots = Math.min(limits.threads(), arrivals.most());
        int connections = Math.min(slots, limits.pool());
        service = new ProcessorSharing(capacity.serviceCores(), slots, n -> Math.min(n, capacity.serviceCores()));
        database = new ProcessorSharing(capacity.databaseCores(), connections, capacity::databaseSpeed);
        delay = new Delay(delays.isConstant(), slots);
        pool = new ConnectionPool(limits.pool(), limits.timeoutSeconds(), model.barging(), slots, random);
        idle = new int[slots];
        for (int slot = slots - 1; slot >= 0; slot--) {
            idle[idleCount++] = slot;
        }
        step = new int[slots];
        sent = new double[slots];
        began = new double[slots];
        acquired = new double[slots];
        int firstStep = from == Start.FULL && !(workload instanceof Workload.Ramp) ? route.firstAcquire() : 0;
        for (int i = arrivals.initial(); i > 0; i--) {
            send(firstStep);
        }
    }

    Simulated simulate(Length length) {
        runUntil(length.warm());
        tally.restart(now, length.measured());
        Means first = areas();
        runUntil(length.warm() + length.measured());
        Means means = Means.between(first, areas(), length.measured());
        return tally.result(length.measured(), means, requests, events);
    }

    private void runUntil(double end) {
        while (true) {
            double at = Math.min(
                    Math.min(arrivals.nextAt, service.nextAt),
                    Math.min(Math.min(database.nextAt, delay.nextAt), pool.nextAt));
            if (at > end) {
                now = end;
                return;
            }
            now = at;
            events++;
            if (at == database.nextAt) {
                proceed(database.remove(at));
            } else if (at == delay.nextAt) {
                proceed(delay.remove());
            } else if (at == service.nextAt) {
                proceed(service.remove(at));
            } else if (at == arrivals.nextAt) {
                if (arrivals.next(at)) {
                    send(0);
                }
            } else {
                fail(pool.giveUp(at));
            }
        }
    }

    private void proceed(int slot) {
        while (true) {
            int current = step[slot]++;
            switch (route.steps()[current]) {
                case Route.SERVICE -> {
                    service.add(now, cpu.next(route.means()[current]), slot);
                    return;
                }
                case Route.DATABASE -> {
                    database.add(now, cpu.next(route.means()[current]), slot);
                    return;
                }
                case Route.DELAY -> {
                    delay.add(now, delays.next(route.means()[current]), slot);
                    return;
                }
                case Route.ACQUIRE -> {
                    if (!pool.acquire(now, slot)) {
                        return;
                    }
                    acquired(slot);
                }
                case Route.RELEASE -> release(slot);
                default -> {
                    if (!answer(slot, true)) {
                        return;
                    }
                }
            }
        }
    }

    private void acquired(int slot) {
        acquired[slot] = now;
        tally.acquired(now - pool.asked(slot));
    }

    private void release(int slot) {
        tally.released(now - acquired[slot]);
        int next = pool.release(now);
        if (next != Line.NOBODY) {
            acquired(next);
            proceed(next);
        }
    }

    private void fail(int slot) {
        if (answer(slot, false)) {
            proceed(slot);
        }
    }

    /** Sends a request: a thread takes it, or it queues. */
    private void send(int firstStep) {
        if (idleCount == 0) {
            queue.add(now);
            return;
        }
        int slot = idle[--idleCount];
        busy.up(now);
        begin(slot, now, firstStep);
        proceed(slot);
    }

    private void begin(int slot, double sentAt, int firstStep) {
        sent[slot] = sentAt;
        began[slot] = now;
        step[slot] = firstStep;
    }

    /** Answers the thread's request; returns whether it has taken another one from the queue. */
    private boolean answer(int slot, boolean isGood) {
        requests++;
        tally.answered(now, now - sent[slot], now - began[slot], isGood);
        if (arrivals.answered(now)) {
            queue.add(now);
        }
        if (queue.isEmpty()) {
            idle[idleCount++] = slot;
            busy.down(now);
            return false;
        }
        begin(slot, queue.remove(), 0);
        return true;
    }

    private Means areas() {
        return new Means(
                pool.active.area(now),
                pool.pending.area(now),
                busy.area(now),
                service.coreSeconds(now),
                database.coreSeconds(now));
    }
}
