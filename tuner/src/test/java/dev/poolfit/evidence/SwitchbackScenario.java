package dev.poolfit.evidence;

import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Seeded switchback runs whose true ratios are known: periods of 2 s, in each block one of each arm, in an order drawn anew. */
enum SwitchbackScenario {
    NORMAL(Random::nextGaussian),
    /** The level of the service wanders by 15 %, correlated over 5 s. */
    DRIFT(Random::nextGaussian),
    /** The service is compiled as it runs: from half its speed to all of it, exponentially over 60 s. */
    WARM_UP(Random::nextGaussian),
    /** The compiler is at work in the first minute: three times the noise. */
    CALMING(Random::nextGaussian),
    /** One period in 20 loses 30 % by a garbage collection. */
    COLLECTIONS(
            random -> random.nextGaussian() + (random.nextInt(20) == 0 ? Math.log(0.7) / SwitchbackScenario.NOISE : 0)),
    /** Student's t with 3 degrees of freedom. */
    HEAVY_TAILS(random -> {
        double squares = 0;
        for (int i = 0; i < 3; i++) {
            squares += Math.pow(random.nextGaussian(), 2);
        }
        return random.nextGaussian() / Math.sqrt(squares);
    });

    static final double NOISE = 0.05;
    private static final double PERIOD = 2;

    private final ToDoubleFunction<Random> noise;

    SwitchbackScenario(ToDoubleFunction<Random> noise) {
        this.noise = noise;
    }

    /**
     * The rates of each arm in each block.
     *
     * @param logs the logarithm of each arm's true rate
     */
    double[][] rates(long seed, int blocks, double... logs) {
        var random = new Random(seed);
        double[][] rates = new double[logs.length][blocks];
        double level = random.nextGaussian();
        double kept = Math.exp(-PERIOD / 5);
        for (int b = 0; b < blocks; b++) {
            int[] order =
                    random.ints(0, logs.length).distinct().limit(logs.length).toArray();
            for (int p = 0; p < order.length; p++) {
                level = kept * level + Math.sqrt(1 - kept * kept) * random.nextGaussian();
                double seconds = (b * order.length + p + 0.5) * PERIOD;
                double common = switch (this) {
                    case DRIFT -> 0.15 * level;
                    case WARM_UP -> Math.log(1 - 0.5 * Math.exp(-seconds / 60));
                    default -> 0;
                };
                double wilder = this == CALMING && seconds < 60 ? 3 : 1;
                rates[order[p]][b] = Math.exp(logs[order[p]] + common + wilder * NOISE * noise.applyAsDouble(random));
            }
        }
        return rates;
    }
}
