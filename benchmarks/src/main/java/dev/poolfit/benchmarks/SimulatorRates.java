package dev.poolfit.benchmarks;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulation;
import dev.poolfit.model.simulation.Simulation.Length;
import dev.poolfit.model.simulation.Start;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.simevents.eventlist.BinaryTree;
import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.Henriksen;
import umontreal.ssj.simevents.eventlist.RedblackTree;
import umontreal.ssj.simevents.eventlist.SplayTree;

/**
 * Compares Poolfit's simulation speed with SSJ in the same JVM and with SimPy and ciw in Python, on models that all of them can
 * express: {@code simulator [REQUESTS REPETITIONS]}. Rates are per second of the simulating thread's CPU, the median of the
 * repetitions. SSJ runs once as its manual uses it (splay tree, MRG32k3a, inversion) and once tuned, in turns with Poolfit: its
 * fastest event list on the model, and the generator that Poolfit uses. Throughput and response must agree.
 */
public final class SimulatorRates {
    private static final int WARM_UPS = 3;
    private static final double WARM_SHARE = 0.05;
    private static final int PYTHON_REQUESTS = 40_000;

    private static final double RATE = 100;
    private static final double SERVICE = 0.008;
    private static final int CUSTOMERS = 200;
    private static final double DELAY = 1;
    private static final double CPU = 0.004;
    /** Exact, from the machine-repair model. */
    private static final double CLOSED_RATE = 196.571;

    private static final ServiceModel SINGLE_SERVER =
            new ServiceModel(new Demand(0, 0, 0, SERVICE, 1, false), new Capacity(1, 1, 0, 0), 0, new Variation(1, 1));
    private static final ServiceModel CLOSED =
            new ServiceModel(new Demand(0, 0, CPU, DELAY, 1, false), new Capacity(1, 1, 0, 0), 0, new Variation(1, 1));
    private static final ServiceModel USUAL = new ServiceModel(
            new Demand(0.002, 0.001, 0.003, 0.01, 1, false), new Capacity(2, 2, 0.01, 0.0001), 0.3, Variation.USUAL);

    /** SSJ's event lists of better than linear time. */
    private enum Events {
        SPLAY_TREE(SplayTree::new),
        BINARY_TREE(BinaryTree::new),
        HENRIKSEN(Henriksen::new),
        RED_BLACK_TREE(RedblackTree::new);

        private final Supplier<EventList> list;

        Events(Supplier<EventList> list) {
            this.list = list;
        }

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private SimulatorRates() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3_000_000;
        int repetitions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
        List<Measured> all = new ArrayList<>();

        double single = requests / RATE;
        double warm = WARM_SHARE * single;
        LongFunction<Rates> ours = seed -> poolfit(
                SINGLE_SERVER,
                new Workload.Open(RATE),
                new Limits(1, 10_000, Duration.ofSeconds(1_000_000)),
                warm,
                single - warm,
                seed);
        all.addAll(beside(
                "M/M/1",
                ours,
                repetitions,
                (events, exponential) ->
                        SsjModels.singleServer(events, exponential, RATE, SERVICE, warm, single - warm)));

        double closed = requests / CLOSED_RATE;
        double closedWarm = WARM_SHARE * closed;
        var limits = new Limits(CUSTOMERS, CUSTOMERS, Duration.ofSeconds(1_000_000));
        LongFunction<Rates> closedOurs =
                seed -> poolfit(CLOSED, new Workload.Saturating(), limits, closedWarm, closed - closedWarm, seed);
        all.addAll(beside(
                "closed 200",
                closedOurs,
                repetitions,
                (events, exponential) ->
                        SsjModels.closed(events, exponential, CUSTOMERS, DELAY, CPU, closedWarm, closed - closedWarm)));

        all.addAll(PythonSimulators.measure(PYTHON_REQUESTS, repetitions));
        all.sort(Comparator.comparing(Measured::model).reversed());
        System.out.printf(
                "Exact: M/M/1 %.0f/s and %.1f ms, closed 200 %.3f/s and %.2f ms. Intervals at 99.9 %%.%n",
                RATE, 1e3 / (1 / SERVICE - RATE), CLOSED_RATE, 1e3 * CUSTOMERS / CLOSED_RATE);
        print(all, true);
        services(repetitions);
    }

    private interface Peer {
        Rates run(EventList events, ContinuousSampler exponential);
    }

    private static List<Measured> beside(String model, LongFunction<Rates> ours, int repetitions, Peer peer) {
        Events fastest = fastest(peer);
        var poolfit = new Measured("Poolfit", model);
        var tuned = new Measured("SSJ tuned: " + fastest.words(), model);
        var plain = new Measured("SSJ", model);
        for (int i = -WARM_UPS; i < repetitions; i++) {
            long seed = 1_000 + i;
            repeat(poolfit, ours, i, seed);
            repeat(tuned, each -> peer.run(fastest.list.get(), ziggurat(each)), i, seed + 500);
        }
        for (int i = -WARM_UPS; i < repetitions; i++) {
            var inversion = new ExponentialGen(new MRG32k3a(), 1);
            repeat(plain, each -> peer.run(new SplayTree(), inversion::nextDouble), i, i);
        }
        return List.of(poolfit, tuned, plain);
    }

    private static Events fastest(Peer peer) {
        Events fastest = Events.SPLAY_TREE;
        double least = Double.POSITIVE_INFINITY;
        for (int round = 0; round < 2; round++) {
            for (Events events : Events.values()) {
                double began = cpuSeconds();
                peer.run(events.list.get(), ziggurat(round));
                double took = cpuSeconds() - began;
                if (round > 0 && took < least) {
                    least = took;
                    fastest = events;
                }
            }
        }
        return fastest;
    }

    private static ContinuousSampler ziggurat(long seed) {
        return ZigguratSampler.Exponential.of(RandomSource.XO_SHI_RO_256_PP.create(seed));
    }

    private static void repeat(Measured into, LongFunction<Rates> run, int repetition, long seed) {
        double began = cpuSeconds();
        Rates rates = run.apply(seed);
        double took = cpuSeconds() - began;
        if (repetition >= 0) {
            into.add(rates, took);
        }
    }

    private static Rates poolfit(
            ServiceModel model, Workload load, Limits limits, double warm, double measured, long seed) {
        Simulated simulated = Simulation.run(model, load, limits, new Length(warm, measured), Start.EMPTY, seed);
        return new Rates(
                simulated.throughput().mean(), simulated.clientMean(), simulated.requests(), simulated.events());
    }

    /** Measures what only Poolfit has: a service's whole model. */
    private static void services(int repetitions) {
        record Case(String name, Workload load, double seconds) {}
        var cases = List.of(
                new Case("service, 300/s for 60 s", new Workload.Open(300), 60),
                new Case("service, 300/s", new Workload.Open(300), 4_000),
                new Case("service, 400 users, think 1 s", new Workload.Closed(400, 1), 4_000),
                new Case("service, saturated", new Workload.Saturating(), 4_000));
        List<Measured> all = new ArrayList<>();
        for (Case each : cases) {
            var measured = new Measured("Poolfit", each.name);
            LongFunction<Rates> run = seed -> poolfit(USUAL, each.load, Limits.DEFAULT, 0, each.seconds, seed);
            int warmUps = each.seconds < 100 ? 30 * WARM_UPS : WARM_UPS;
            for (int i = -warmUps; i < repetitions; i++) {
                repeat(measured, run, i, 1_000 + i);
            }
            all.add(measured);
        }
        print(all, false);
    }

    private static void print(List<Measured> all, boolean compare) {
        System.out.println(Measured.HEADINGS);
        for (Measured each : all) {
            System.out.println(each.row(!compare ? "" : each.agrees(sameModel(all, each)) ? "yes" : "NO"));
        }
        all.forEach(each -> System.out.println(each.json()));
    }

    private static Measured sameModel(List<Measured> all, Measured one) {
        return all.stream()
                .filter(other ->
                        other.engine().equals("Poolfit") && other.model().equals(one.model()))
                .findFirst()
                .orElseThrow();
    }

    private static double cpuSeconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }
}
