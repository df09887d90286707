package dev.poolfit.benchmarks.search;

import dev.poolfit.benchmarks.search.Flaw.Cause;
import dev.poolfit.benchmarks.search.HiddenService.Kind;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import java.util.SplittableRandom;

/** Draws services from plausible ranges; a seed and an index always give the same one. */
final class RandomServices {
    /** Coefficients of variation between trials, from a quiet machine's to a shared one's; a third each. */
    static final double[] NOISE = {0.03, 0.06, 0.12};

    private static final int[] CORES = {1, 2, 4, 8};

    private final long seed;

    RandomServices(long seed) {
        this.seed = seed;
    }

    HiddenService service(int index) {
        var random = new Draws(new SplittableRandom(Seeds.mix(seed, index)));
        Kind kind = kind(random.uniform(0, 1));
        Flaw flaw = kind == Kind.MISSPECIFIED ? flaw(random) : Flaw.NONE;
        int users = (int) Math.round(random.logarithmic(kind == Kind.BISTABLE ? 100 : 20, 400));
        double think = random.chance(0.5) ? 0 : random.logarithmic(0.05, 1);
        var model = new ServiceModel(
                demand(random, flaw.cause() == Cause.SLOW_DELAY),
                capacity(random, kind == Kind.BISTABLE),
                random.uniform(0, 0.6),
                kind == Kind.HEAVY_TAILED ? new Variation(4, 3) : Variation.USUAL);
        double noise = NOISE[index % NOISE.length];
        return new HiddenService(
                index, kind, model, flaw, new Workload.Closed(users, think), noise, Seeds.mix(seed, index, 1));
    }

    private static Kind kind(double share) {
        return share < 0.7
                ? Kind.WELL_SPECIFIED
                : share < 0.8 ? Kind.MISSPECIFIED : share < 0.9 ? Kind.BISTABLE : Kind.HEAVY_TAILED;
    }

    private static Flaw flaw(Draws random) {
        return switch (random.below(3)) {
            case 0 -> new Flaw(Cause.LOCK, random.logarithmic(0.0001, 0.002));
            case 1 -> new Flaw(Cause.SLOW_DELAY, random.logarithmic(0.002, 0.05));
            default -> new Flaw(Cause.THREAD_OVERHEAD, random.logarithmic(0.05, 1));
        };
    }

    private static Demand demand(Draws random, boolean delayed) {
        double service = random.logarithmic(0.0005, 0.010);
        double held = random.uniform(0, 1);
        double database = random.logarithmic(0.0003, 0.015);
        double delay = delayed || random.chance(0.6) ? random.logarithmic(0.001, 0.3) : 0;
        boolean openInView = random.chance(0.5);
        double many = random.uniform(0, 1);
        int acquisitions = openInView || many < 0.8 ? 1 : many < 0.95 ? 2 : 3;
        return new Demand(service * (1 - held), service * held, database, delay, acquisitions, openInView);
    }

    private static Capacity capacity(Draws random, boolean coherent) {
        int service = CORES[random.below(CORES.length)];
        int database = CORES[random.below(CORES.length)];
        double contention = random.uniform(0, 0.02);
        double coherence =
                coherent ? random.logarithmic(1e-5, 3e-4) : random.chance(0.5) ? 0 : random.logarithmic(1e-6, 3e-4);
        return new Capacity(service, database, contention, coherence);
    }

    private record Draws(SplittableRandom random) {
        double uniform(double low, double high) {
            return random.nextDouble(low, high);
        }

        double logarithmic(double low, double high) {
            return low * Math.pow(high / low, random.nextDouble());
        }

        boolean chance(double share) {
            return random.nextDouble() < share;
        }

        int below(int bound) {
            return random.nextInt(bound);
        }
    }
}
