package dev.poolfit.model.simulation;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Demands of a given coefficient of variation: 0 constant, 1 exponential, anything else lognormal. */
final class DemandSampler {
    private final boolean constant;
    private final boolean exponential;
    private final SharedStateContinuousSampler exponentials;
    private final SharedStateContinuousSampler normals;
    private final double sigma;
    private final double mu;

    DemandSampler(double variation, UniformRandomProvider random) {
        constant = variation == 0;
        exponential = variation == 1;
        exponentials = ZigguratSampler.Exponential.of(random);
        normals = ZigguratSampler.NormalizedGaussian.of(random);
        double variance = Math.log1p(variation * variation);
        sigma = Math.sqrt(variance);
        mu = -variance / 2;
    }

    boolean isConstant() {
        return constant;
    }

    double next(double mean) {
        if (exponential) {
            return mean * exponentials.sample();
        }
        return constant ? mean : mean * Math.exp(mu + sigma * normals.sample());
    }
}
