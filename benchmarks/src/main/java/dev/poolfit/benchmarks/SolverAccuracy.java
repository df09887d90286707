package dev.poolfit.benchmarks;

import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulation;
import dev.poolfit.model.simulation.Start;
import dev.poolfit.model.solver.FlowEquivalentSolver;
import dev.poolfit.model.solver.Solution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Compares the throughput that solvers find for random services with that of the simulation, and their times:
 * {@code solver [SERVICES LINE_SERVICES LINE_SECONDS]}. Prints a JSON line a service, then a table. LINE solves services
 * without contention and with one acquisition a request, for layered queueing networks have no words for more.
 */
public final class SolverAccuracy {
    private static final double REQUESTS = 200_000;
    private static final long SEED = 1;

    /** A service and what the simulation and Poolfit's solver say of it. */
    private record Case(SampleServices.Sample sample, Simulated simulated, Solution solution) {
        double error(double throughput) {
            return 100 * (throughput / simulated.throughput().mean() - 1);
        }
    }

    private SolverAccuracy() {}

    public static void main(String[] arguments) throws Exception {
        int services = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 300;
        int lineServices = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
        int lineSeconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 60;
        List<String> table = new ArrayList<>();
        for (boolean openInView : new boolean[] {true, false}) {
            List<Case> cases = cases(services / 2, openInView, false);
            double[] errors = cases.stream()
                    .mapToDouble(each -> each.error(each.solution.throughput()))
                    .toArray();
            for (int i = 0; i < errors.length; i++) {
                print("poolfit", i, cases.get(i), cases.get(i).solution.throughput(), errors[i]);
            }
            table.add(row("Poolfit, open in view " + (openInView ? "on" : "off"), errors, microseconds(cases)));
        }
        List<Case> plain = new ArrayList<>(cases((lineServices + 1) / 2, true, true));
        plain.addAll(cases(lineServices / 2, false, true));
        double[] ours = plain.stream()
                .mapToDouble(each -> each.error(each.solution.throughput()))
                .toArray();
        table.add(row("Poolfit, LINE's services", ours, microseconds(plain)));
        for (String layers : List.of("NC", "MVA")) {
            line(plain, lineSeconds, layers, table);
        }

        System.out.printf("%-44s %9s %9s %9s %12s%n", "error of throughput", "median", "p95", "max", "time");
        table.forEach(System.out::println);
        System.out.printf(
                Locale.ROOT, "a grid of 100 pools × 400 threads with 400 users: %.1f ms%n", gridMilliseconds(plain));
    }

    private static void line(List<Case> cases, int seconds, String layers, List<String> table) throws Exception {
        List<LineSolver.Answer> answers = LineSolver.solve(
                Path.of(System.getProperty("poolfit.home", ".")),
                cases.stream().map(Case::sample).toList(),
                seconds,
                layers);
        List<Double> errors = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            LineSolver.Answer answer = answers.get(i);
            if (answer.error().isEmpty()) {
                double error = cases.get(i).error(answer.throughput());
                errors.add(error);
                times.add(answer.seconds() * 1e6);
                print("line-" + layers, i, cases.get(i), answer.throughput(), error);
            } else {
                System.out.printf(
                        "{\"solver\": \"line-%s\", \"service\": %d, \"result\": %s}%n", layers, i, answer.error());
            }
        }
        double[] solved = errors.stream().mapToDouble(Double::doubleValue).toArray();
        String name = "LINE, layers by " + layers + ", " + solved.length + " of " + cases.size() + " within " + seconds
                + " s";
        table.add(
                solved.length == 0
                        ? name
                        : row(
                                name,
                                solved,
                                times.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private static List<Case> cases(int count, boolean openInView, boolean plain) {
        var services = new SampleServices(openInView ? SEED : SEED + 1);
        List<SampleServices.Sample> samples = IntStream.range(0, count)
                .mapToObj(i -> services.next(openInView, plain))
                .toList();
        return samples.parallelStream().map(SolverAccuracy::simulate).toList();
    }

    private static Case simulate(SampleServices.Sample each) {
        Solution solution = new FlowEquivalentSolver().solve(each.model(), each.users(), each.limits());
        double seconds = REQUESTS / solution.throughput();
        double warm =
                Math.max(seconds / 10, 20 * (solution.response() + each.users().think()));
        Simulated simulated = Simulation.run(
                each.model(), each.users(), each.limits(), new Simulation.Length(warm, seconds), Start.EMPTY, SEED);
        return new Case(each, simulated, solution);
    }

    /** Measures each service when warm: the median of a hundred rounds after a hundred. */
    private static double[] microseconds(List<Case> cases) {
        var solver = new FlowEquivalentSolver();
        double[][] times = new double[cases.size()][100];
        double sum = 0;
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < times.length; i++) {
                SampleServices.Sample each = cases.get(i).sample;
                long start = System.nanoTime();
                sum += solver.solve(each.model(), each.users(), each.limits()).throughput();
                times[i][round % 100] = (System.nanoTime() - start) / 1e3;
            }
        }
        if (sum <= 0) {
            throw new IllegalStateException("nothing was solved");
        }
        return Arrays.stream(times).mapToDouble(each -> quantile(each, 0.5)).toArray();
    }

    private static double gridMilliseconds(List<Case> cases) {
        int[] pools = IntStream.rangeClosed(1, 100).toArray();
        int[] threads = IntStream.rangeClosed(1, 400).toArray();
        double[] times = new double[20];
        for (int round = 0; round < times.length; round++) {
            long start = System.nanoTime();
            new FlowEquivalentSolver()
                    .throughput(
                            cases.get(round % cases.size()).sample.model(),
                            new Workload.Closed(400, 0.5),
                            pools,
                            threads);
            times[round] = (System.nanoTime() - start) / 1e6;
        }
        return quantile(times, 0.5);
    }

    private static void print(String solver, int service, Case each, double throughput, double error) {
        System.out.printf(
                Locale.ROOT,
                "{\"solver\": \"%s\", \"service\": %d, \"openInView\": %b, \"throughput\": %.4f, \"simulated\": %.4f,"
                        + " \"error\": %.4f}%n",
                solver,
                service,
                each.sample.model().demand().openInView(),
                throughput,
                each.simulated.throughput().mean(),
                error);
    }

    private static String row(String name, double[] errors, double[] microseconds) {
        double[] sizes = Arrays.stream(errors).map(Math::abs).toArray();
        return String.format(
                Locale.ROOT,
                "%-44s %7.2f %% %7.2f %% %7.2f %% %9.0f µs",
                name,
                quantile(sizes, 0.5),
                quantile(sizes, 0.95),
                quantile(sizes, 1),
                quantile(microseconds, 0.5));
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
