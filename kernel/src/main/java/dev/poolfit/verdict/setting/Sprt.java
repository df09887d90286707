package dev.poolfit.verdict.setting;

import dev.poolfit.verdict.Performance.Standing;
import java.util.stream.DoubleStream;

/**
 * Decides with as few runs as possible whether a setting reaches a rate (Wald, Sequential Tests of Statistical Hypotheses,
 * 1945): each run x adds 2δ·ln(x/rate)/s² to the logarithm of how much likelier it is that the long run lies δ above the rate
 * than δ below; ±ln 19 decides, so that either answer is wrong in at most 5 %. A setting within δ of the rate may go either
 * way.
 *
 * @param rate requests a second, above 0
 * @param noise s, the standard deviation between runs of one setting as a share of the throughput, above 0
 */
public record Sprt(double rate, double noise) {
    private static final double DECIDED = Math.log(19);

    /** @param runs good responses a second of each run; a run of 0 does not count */
    public Standing standing(DoubleStream runs) {
        double delta = Math.log1p(Target.INDIFFERENCE);
        double likelihood = runs.filter(run -> run > 0)
                .map(run -> 2 * delta * Math.log(run / rate) / (noise * noise))
                .sum();
        return likelihood >= DECIDED ? Standing.MEETS : likelihood <= -DECIDED ? Standing.FAILS : Standing.UNCLEAR;
    }
}
