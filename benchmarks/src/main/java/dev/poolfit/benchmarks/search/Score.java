package dev.poolfit.benchmarks.search;

import dev.poolfit.benchmarks.search.HiddenService.Kind;
import dev.poolfit.experiment.Settings;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The score of a strategy on a service.
 *
 * @param strategy its name, with the trials that it was given
 * @param index the service's
 * @param kind the service's
 * @param noise between the service's trials, as a coefficient of variation
 * @param trials until the answer
 * @param seconds of load until the answer
 * @param answer the settings that it gives
 * @param regret 1 − the answer's true throughput ÷ the best there is; a little below 0 by chance
 * @param poolRatio the answer's pool ÷ the smallest that does as well
 * @param recommended whether it stands by its answer; always, for those that cannot say otherwise
 * @param untestedError mean absolute error of its predictions where it did not measure, as a share
 */
record Score(
        String strategy,
        int index,
        Kind kind,
        double noise,
        int trials,
        double seconds,
        Settings answer,
        double regret,
        double poolRatio,
        boolean recommended,
        OptionalDouble untestedError) {

    /** Scores answers on one service. */
    record Judge(HiddenService service, TrueRates rates, Truth truth) {
        /** A regret in this range is worth a longer simulation. */
        private static final double LEAST = -0.03;

        private static final double MOST = 0.05;

        Score plain(String strategy, int trials, double seconds, Settings answer) {
            return score(strategy, trials, seconds, answer, Optional.empty());
        }

        Score poolfit(String strategy, PoolfitRun run) {
            return score(strategy, run.trials().size(), run.seconds(), run.answer(), Optional.of(run));
        }

        private Score score(String strategy, int trials, double seconds, Settings answer, Optional<PoolfitRun> run) {
            return new Score(
                    strategy,
                    service.index(),
                    service.kind(),
                    service.noise(),
                    trials,
                    seconds,
                    answer,
                    regret(answer),
                    answer.pool().orElseThrow() / (double) truth.smallestPool(),
                    run.map(PoolfitRun::recommended).orElse(true),
                    run.isPresent() ? run.get().untestedError(rates) : OptionalDouble.empty());
        }

        private double regret(Settings answer) {
            if (service.limits(answer).equals(service.limits(truth.setting()))) {
                return 0;
            }
            double rough = 1 - rates.of(answer) / truth.best();
            return LEAST < rough && rough < MOST ? 1 - rates.preciselyOf(answer) / truth.best() : rough;
        }
    }
}
