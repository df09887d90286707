package dev.poolfit.evidence;

import dev.poolfit.evidence.BlockComparison.Block;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.linear.SingularValueDecomposition;

/**
 * Who met whom in some blocks. The variance of a contrast c is σ² cᵀL⁺c, where L is the Laplacian of the meetings: 1 − 1/k in each
 * block of k settings.
 *
 * @param <K> the type that names a setting
 */
final class Meetings<K> {
    /** A contrast that leaves less than this is connected: the rest is rounding. */
    private static final double CONNECTED = 1e-6;

    private final List<K> settings;
    private final RealMatrix laplacian;
    private final RealMatrix inverse;

    /** @param weights by load; 1 where there is none */
    Meetings(List<Block<K>> blocks, Collection<K> settings, Map<Integer, Double> weights) {
        this.settings = List.copyOf(settings);
        double[][] met = new double[settings.size()][settings.size()];
        for (Block<K> block : blocks) {
            double weight = weights.getOrDefault(block.load(), 1.0);
            int[] there = block.rates().keySet().stream()
                    .mapToInt(this.settings::indexOf)
                    .toArray();
            for (int one : there) {
                for (int other : there) {
                    met[one][other] += weight * ((one == other ? 1 : 0) - 1.0 / there.length);
                }
            }
        }
        laplacian = MatrixUtils.createRealMatrix(met);
        inverse = new SingularValueDecomposition(laplacian).getSolver().getInverse();
    }

    /**
     * Returns 2 ÷ cᵀL⁺c, the blocks of two settings that would tell as much; 0 where the settings are not connected.
     *
     * @param contrast by setting; its sum is 0
     */
    double information(ToDoubleFunction<K> contrast) {
        RealVector wanted = MatrixUtils.createRealVector(
                settings.stream().mapToDouble(contrast).toArray());
        RealVector solution = inverse.operate(wanted);
        boolean connected = laplacian.operate(solution).getDistance(wanted) < CONNECTED;
        return connected ? 2 / wanted.dotProduct(solution) : 0;
    }
}
