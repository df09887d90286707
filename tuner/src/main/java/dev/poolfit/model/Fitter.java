package dev.poolfit.model;

import dev.poolfit.evidence.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Fits the queueing model to measured settings. */
public final class Fitter {
    private static final long SEED = 20_080_131;
    /**
     * What each further request for one that is counted costs in log probability. Panels of a dashboard count different
     * things now and then; a load tool, which times what it counts, hardly ever.
     */
    private static final double ODD_INSIDE = 2;

    private static final double ODD_OUTSIDE = 5;

    private static final int[] CORES = {1, 2, 4, 8, 16};

    private Fitter() {}

    private record Reading(View view, Calibration calibration, Tail tail) {
        /** The draws, which the predictions need, are made beside the tail's simulations. */
        static Reading of(View view, Rows rows, Assumptions assumptions) {
            Calibration calibration = Calibration.of(rows, hypotheses(assumptions, view.requestsPerCount()), SEED);
            var draws = CompletableFuture.supplyAsync(calibration.posterior()::draws);
            Tail tail = Tail.of(calibration, view);
            draws.join();
            return new Reading(view, calibration, tail);
        }

        double logEvidence() {
            double odd = view.serverSide() ? ODD_INSIDE : ODD_OUTSIDE;
            return -tail.misfit() / 2 - odd * (view.requestsPerCount() - 1);
        }
    }

    /**
     * Fits demands, capacities and barging to the observations, and finds out how they count.
     *
     * @param observations at least one with a pool and a throughput
     * @throws dev.poolfit.units.BadQuantity if no row carries what a fit needs
     */
    public static Fit fit(List<Observation> observations, Assumptions assumptions) {
        Rows rows = Rows.of(observations, assumptions);
        Reading best = new Views(rows.rows())
                .plausible().parallelStream()
                        .map(view -> Reading.of(view, rows, assumptions))
                        .max(Comparator.comparingDouble(Reading::logEvidence))
                        .orElseThrow();
        return new QueueingFit(assumptions, best.calibration(), best.view(), best.tail());
    }

    private static List<Hypothesis> hypotheses(Assumptions assumptions, int requestsPerCount) {
        int service = assumptions.serviceCores().orElse(QueueingFit.USUAL_CORES);
        var hypotheses = new ArrayList<Hypothesis>();
        for (int cores : assumptions.databaseCores().isPresent()
                ? new int[] {assumptions.databaseCores().getAsInt()}
                : CORES) {
            hypotheses.add(new Hypothesis(service, cores, assumptions.openInView(), false, 1, requestsPerCount));
        }
        return hypotheses;
    }
}
