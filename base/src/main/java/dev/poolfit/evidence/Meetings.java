package dev.poolfit.evidence;

import dev.poolfit.evidence.BlockComparison.Block;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.linear.SingularValueDecomposition;

/**
 * Who met whom in some blocks: the normal equations of ln rate = block + setting + lever · effect + noise, without the blocks. Their
 * matrix L is the Laplacian of the meetings, 1 − 1/k in each block of k settings, with one row more for the effect, whose distribution
 * is normal beforehand, with a mean of 0 and a known standard deviation. The variance of a contrast c is σ² cᵀL⁺c.
 *
 * @param <K> the type that names a setting
 */
final class Meetings<K> {
    /** A contrast that leaves less than this is connected: the rest is rounding. */
    private static final double CONNECTED = 1e-6;

    private final List<K> settings;
    private final RealMatrix laplacian;
    private final RealVector logs;
    private final RealMatrix inverse;

    /**
     * @param weights by load; 1 where there is none
     * @param variance of one ln rate; above 0
     * @param expected the standard deviation of the effect beforehand; above 0
     */
    Meetings(
            List<Block<K>> blocks,
            Collection<K> settings,
            Map<Integer, Double> weights,
            double variance,
            double expected) {
        this.settings = List.copyOf(settings);
        laplacian = MatrixUtils.createRealMatrix(settings.size() + 1, settings.size() + 1);
        logs = MatrixUtils.createRealVector(settings.size() + 1);
        blocks.forEach(block -> add(block, weights.getOrDefault(block.load(), 1.0)));
        laplacian.addToEntry(settings.size(), settings.size(), variance / (expected * expected));
        inverse = new SingularValueDecomposition(laplacian).getSolver().getInverse();
    }

    private void add(Block<K> block, double weight) {
        double lever = mean(block, block::lever);
        double log = mean(block, each -> Math.log(block.rates().getOrDefault(each, 1.0)));
        int effect = settings.size();
        int there = block.rates().size();
        block.rates().forEach((each, rate) -> {
            int row = settings.indexOf(each);
            double more = block.lever(each) - lever;
            block.rates().keySet().stream()
                    .mapToInt(settings::indexOf)
                    .forEach(
                            other -> laplacian.addToEntry(row, other, weight * ((row == other ? 1 : 0) - 1.0 / there)));
            laplacian.addToEntry(row, effect, weight * more);
            laplacian.addToEntry(effect, row, weight * more);
            laplacian.addToEntry(effect, effect, weight * more * more);
            logs.addToEntry(row, weight * (Math.log(rate) - log));
            logs.addToEntry(effect, weight * more * (Math.log(rate) - log));
        });
    }

    private static <K> double mean(Block<K> block, ToDoubleFunction<K> each) {
        return block.rates().keySet().stream().mapToDouble(each).average().orElse(0);
    }

    /** Returns the least-squares solution: the settings in their order, then the effect; 0 for what no block has. */
    double[] solution() {
        return inverse.operate(logs).toArray();
    }

    /**
     * Returns 2 ÷ cᵀL⁺c, the blocks of two settings that would tell as much; 0 where the settings are not connected.
     *
     * @param contrast by setting; its sum is 0
     */
    double information(ToDoubleFunction<K> contrast) {
        RealVector wanted = MatrixUtils.createRealVector(
                DoubleStream.concat(settings.stream().mapToDouble(contrast), DoubleStream.of(0))
                        .toArray());
        RealVector solution = inverse.operate(wanted);
        boolean connected = laplacian.operate(solution).getDistance(wanted) < CONNECTED;
        return connected ? 2 / wanted.dotProduct(solution) : 0;
    }

    /** Returns the variance of the effect, as a multiple of that of one ln rate. */
    double varianceOfEffect() {
        return inverse.getEntry(settings.size(), settings.size());
    }
}
