package dev.poolfit.model.fit;

import dev.poolfit.evidence.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Fits the queueing model to measured settings. */
public final class Fitter {
    private static final long SEED = 20_080_131;
    /**
     * The cost of each further request for one that is counted, in log probability. Panels of a dashboard count different
     * things now and then; a load tool, which times what it counts, hardly ever.
     */
    private static final double ODD_INSIDE = 2;

    private static final double ODD_OUTSIDE = 5;
    /** Percentiles from inside the service are taken to be thrice as likely from Micrometer's buckets as exact. */
    private static final double BUCKETS_USUAL = Math.log(3);

    private static final int[] CORES = {1, 2, 4, 8, 16};

    private Fitter() {}

    private record Reading(MeasurementConvention view, Calibration calibration, BargingFit tail) {
        double logEvidence() {
            double odd = view.serverSide() ? ODD_INSIDE : ODD_OUTSIDE;
            return -tail.logPosterior() / 2
                    - odd * (view.requestsPerCount() - 1)
                    + (view.bucketed() ? BUCKETS_USUAL : 0);
        }
    }

    /**
     * Fits demands, capacities and barging to the observations, and finds out how they count.
     *
     * @param observations at least one with a pool and a throughput
     * @param assumptions fill in what the observations leave unknown
     * @throws dev.poolfit.units.BadQuantity if no row carries what a fit needs
     */
    public static Fit fit(List<Observation> observations, Assumptions assumptions) {
        Rows rows = ObservationRows.of(observations, assumptions);
        List<MeasurementConvention> views = new MeasurementConventions(rows.rows()).plausible();
        Map<Integer, Calibration> calibrations = views.stream()
                .map(MeasurementConvention::requestsPerCount)
                .distinct()
                .collect(Collectors.toMap(
                        Function.identity(), counted -> Calibration.of(rows, hypotheses(assumptions, counted), SEED)));
        // The draws, which the predictions need, are made beside the tails' simulations.
        var draws = CompletableFuture.allOf(calibrations.values().stream()
                .map(each -> CompletableFuture.runAsync(each.posterior()::draws))
                .toArray(CompletableFuture[]::new));
        Reading best = views.parallelStream()
                .map(view -> {
                    Calibration calibration = Objects.requireNonNull(calibrations.get(view.requestsPerCount()));
                    return new Reading(view, calibration, BargingFit.of(calibration, view));
                })
                .max(Comparator.comparingDouble(Reading::logEvidence))
                .orElseThrow();
        draws.join();
        return new QueueingFit(assumptions, best.calibration(), best.view(), best.tail());
    }

    private static List<Hypothesis> hypotheses(Assumptions assumptions, int requestsPerCount) {
        double service = assumptions.serviceCores().orElse(QueueingFit.USUAL_CORES);
        var hypotheses = new ArrayList<Hypothesis>();
        for (int cores : assumptions.databaseCores().isPresent()
                ? new int[] {assumptions.databaseCores().getAsInt()}
                : CORES) {
            hypotheses.add(new Hypothesis(service, cores, assumptions.openInView(), false, 1, requestsPerCount));
        }
        return hypotheses;
    }
}
