package dev.poolfit.verdict.forecast;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * Trials as if the service had been as fast in all of them as under one load. A JVM that still warms up gives twice as much at
 * the end as at first, and a model of rates from different times would blame that on the settings.
 *
 * <p>The logarithm of a rate is that of the load's speed plus that of what the setting gives. Settings that were tried under
 * several loads tell their speeds apart; as far as none was, speeds change from one load to the next like a random walk. The
 * solution is that of least squares, each trial weighted by the seconds that it was measured for. A setting that was tried but
 * once, by itself, while the speed changed, tells nothing then.
 */
final class CommonSpeed {
    /** Seconds of a trial that tell as much as that neighbouring loads are alike: noise of 4 % in a second beside steps of 12 %. */
    private static final double ALIKE = 0.1;

    /** The difference of logarithms between the loads before and after a trial above which the speed changed. */
    private static final double CHANGED = 0.1;

    private CommonSpeed() {}

    /**
     * Of all valid trials but those whose speed is not known; the others stay as they are.
     *
     * @param load the number of the first trial of the load whose speed counts
     */
    static List<Trial> of(List<Trial> trials, int load) {
        List<Trial> told = trials.stream()
                .filter(trial -> trial.valid() && trial.throughput().mean() > 0)
                .toList();
        List<Integer> loads =
                new ArrayList<>(new TreeSet<>(told.stream().map(Trial::load).toList()));
        if (!loads.contains(load)) {
            return trials;
        }
        RealVector speeds = speeds(told, loads);
        double reference = speeds.getEntry(loads.indexOf(load));
        return trials.stream()
                .filter(trial -> !told.contains(trial) || known(trial, told, loads, speeds))
                .map(trial -> told.contains(trial)
                        ? trial.atSpeed(Math.exp(reference - speeds.getEntry(loads.indexOf(trial.load()))))
                        : trial)
                .toList();
    }

    private static boolean known(Trial trial, List<Trial> told, List<Integer> loads, RealVector speeds) {
        int at = loads.indexOf(trial.load());
        boolean alone = told.stream()
                        .filter(other -> other.settings().equals(trial.settings()))
                        .count()
                == 1;
        return trial.periods().isPresent()
                || !alone
                || at == 0
                || at == loads.size() - 1
                || Math.abs(speeds.getEntry(at + 1) - speeds.getEntry(at - 1)) <= CHANGED;
    }

    /** Logarithms, by load; up to a constant. */
    private static RealVector speeds(List<Trial> told, List<Integer> loads) {
        List<Settings> settings = told.stream().map(Trial::settings).distinct().toList();
        int size = loads.size() + settings.size();
        RealMatrix squares = new Array2DRowRealMatrix(size, size);
        RealVector right = new ArrayRealVector(size);
        for (Trial trial : told) {
            int speed = loads.indexOf(trial.load());
            int given = loads.size() + settings.indexOf(trial.settings());
            double weight = trial.span().measuredSeconds();
            double seen = weight * Math.log(trial.throughput().mean());
            add(squares, speed, given, weight, weight);
            right.addToEntry(speed, seen);
            right.addToEntry(given, seen);
        }
        for (int i = 1; i < loads.size(); i++) {
            add(squares, i - 1, i, ALIKE, -ALIKE);
        }
        // What all speeds have in common is told by nothing.
        squares.addToEntry(0, 0, 1);
        return new LUDecomposition(squares).getSolver().solve(right);
    }

    private static void add(RealMatrix squares, int one, int other, double own, double common) {
        squares.addToEntry(one, one, own);
        squares.addToEntry(other, other, own);
        squares.addToEntry(one, other, common);
        squares.addToEntry(other, one, common);
    }
}
