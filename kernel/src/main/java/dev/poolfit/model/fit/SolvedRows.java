package dev.poolfit.model.fit;

import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.solver.FlowEquivalentSolver;
import dev.poolfit.model.solver.Solution;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Solves rows that differ in the pool alone in one pass, in the time that the largest pool takes; a fit does so thousands of times. */
final class SolvedRows {
    private record AlikeButForPool(OptionalInt users, OptionalDouble think, OptionalDouble arrivals, int threads) {
        static AlikeButForPool of(Row row) {
            return new AlikeButForPool(
                    row.users(), row.think(), row.arrivals(), row.limits().threads());
        }
    }

    private record Pass(Row load, int[] rows, int[] pools) {}

    private final FlowEquivalentSolver solver = new FlowEquivalentSolver();
    private final int count;
    private final List<Pass> passes;

    SolvedRows(List<Row> rows) {
        count = rows.size();
        passes =
                IntStream.range(0, count)
                        .boxed()
                        .collect(Collectors.groupingBy(i -> AlikeButForPool.of(rows.get(i))))
                        .values()
                        .stream()
                        .map(alike -> new Pass(
                                rows.get(alike.get(0)),
                                alike.stream().mapToInt(Integer::intValue).toArray(),
                                alike.stream()
                                        .mapToInt(i -> rows.get(i).limits().pool())
                                        .toArray()))
                        .toList();
    }

    /**
     * Solves all rows.
     *
     * @param think seconds, for rows that know none
     * @return by row
     */
    Solution[] solve(ServiceModel model, double think) {
        var solutions = new Solution[count];
        for (Pass pass : passes) {
            Solution[] solved = solver.solve(
                    model, pass.load.workload(think), pass.load.limits().threads(), pass.pools);
            for (int i = 0; i < solved.length; i++) {
                solutions[pass.rows[i]] = solved[i];
            }
        }
        return solutions;
    }
}
