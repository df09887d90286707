package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.report.Language;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole searches on simulated services whose truth is known: every sentence of a verdict agrees with the figures beside it, and
 * what is recommended is right but for the chance that its interval allows. {@code -Dverdicts=20000} runs the campaign of
 * docs/measurements.md; {@code main} prints what the runs ended with.
 */
class VerdictsIT {
    private static final int RUNS = Integer.getInteger("verdicts", 100);
    private static final int MOST = 40;
    private static final int THREADS = 200;
    private static final int FOUND = 10;
    private static final double MARGIN = Goal.USUAL_MARGIN.fraction();
    /** What an interval at 95 % leaves to chance, and what is lost by stopping as soon as it decides. */
    private static final double ALLOWED = 0.05;

    private static final double[] NOISE = {0.003, 0.01, 0.03, 0.08};
    private static final int[] BUDGETS = {40, 90, 150, 300};

    /** What happens to the service while it is measured. */
    private enum Weather {
        STEADY,
        /** It is compiled as it runs: from half its speed to all of it. */
        WARMING,
        /** By 15 %, correlated over 5 s. */
        DRIFTING;

        /** Of the compiler at first, in milliseconds a second: three quarters of two cores. */
        private static final double BUSY = 1500;

        private static final double WARM = 60;

        SimulatedQueue.Weather of(Random random) {
            double[] levels = new double[2000];
            for (int second = 1; second < levels.length; second++) {
                double kept = Math.exp(-1 / 5.0);
                levels[second] = kept * levels[second - 1] + Math.sqrt(1 - kept * kept) * random.nextGaussian();
            }
            return switch (this) {
                case STEADY -> second -> 1;
                case WARMING ->
                    new SimulatedQueue.Weather() {
                        @Override
                        public double speed(double second) {
                            return 1 - 0.5 * Math.exp(-second / WARM);
                        }

                        @Override
                        public double compiling(double second) {
                            return BUSY * Math.exp(-second / WARM);
                        }
                    };
                case DRIFTING -> second -> Math.exp(0.15 * levels[(int) Math.min(second, levels.length - 1.0)]);
            };
        }
    }

    /** Services by what limits them. */
    private enum Kind {
        WAITING(new Demand(0.0005, 0, 0.0005, 0.050, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        DATABASE(new Demand(0.0002, 0, 0.012, 0.020, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        COMPUTING(new Demand(0.008, 0.002, 0.001, 0, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        CROWDING(new Demand(0.0002, 0, 0.008, 0.030, 1, false), new Capacity(2, 2, 0, 0.003), 80, 0),
        /** Six processors at the database are kept busy by six connections. */
        TIES(new Demand(0.0002, 0, 0.030, 0.0001, 1, false), new Capacity(2, 6, 0, 0), 30, 0),
        /** The users think for a second: the load is the limit. */
        LOAD(new Demand(0.001, 0, 0.001, 0.030, 1, false), new Capacity(2, 2, 0, 0), 100, 1),
        /** Every pool does. */
        INSTANT(new Demand(0.0005, 0.0002, 0.0003, 0, 1, false), new Capacity(2, 2, 0, 0), 20, 0.2);

        final ServiceModel model;
        final Workload.Closed closed;

        Kind(Demand demand, Capacity capacity, int users, double think) {
            model = new ServiceModel(demand, capacity, 0.3, Variation.USUAL);
            closed = new Workload.Closed(users, think);
        }

        SimulatedQueue queue(double noise) {
            return new SimulatedQueue(model, closed, noise, (limits, rate) -> rate);
        }
    }

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, THREADS);
    }

    /** One search with what was true of its service. */
    private record Run(
            Kind kind,
            Weather weather,
            double noise,
            OptionalDouble wanted,
            Duration repeat,
            SimulatedQueue queue,
            SimulatedQueue.Ended ended) {
        static Run of(long seed) {
            return of(seed, false);
        }

        /** @param separate whether each setting has a trial of its own, and the highest throughput is wanted */
        static Run of(long seed, boolean separate) {
            var random = new Random(seed);
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            Weather weather = Weather.values()[random.nextInt(Weather.values().length)];
            double noise = NOISE[random.nextInt(NOISE.length)];
            SimulatedQueue queue = kind.queue(noise);
            OptionalDouble wanted = random.nextBoolean() || separate
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(best(queue) * (0.5 + 0.65 * random.nextDouble()));
            Duration budget = Duration.ofSeconds(BUDGETS[random.nextInt(BUDGETS.length)]);
            SearchProblem problem = problem(kind, wanted, budget, seed);
            var ended = SimulatedQueue.search(
                    search(problem, kind, separate), budget, seed, settings -> queue, weather.of(random));
            return new Run(kind, weather, noise, wanted, problem.cost().of(1), queue, ended);
        }

        private static double best(SimulatedQueue queue) {
            return IntStream.rangeClosed(1, MOST)
                    .mapToDouble(each -> queue.truth(pool(each)))
                    .max()
                    .orElseThrow();
        }

        private static SearchProblem problem(Kind kind, OptionalDouble wanted, Duration budget, long seed) {
            Goal goal = wanted.isPresent()
                    ? new Goal(Optional.of(new Rate(wanted.getAsDouble())), Optional.empty(), Optional.empty())
                    : Goal.HIGHEST;
            var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, MOST)));
            return Questions.of(space, goal, kind.closed, pool(FOUND), budget, seed);
        }

        private static Search search(SearchProblem problem, Kind kind, boolean separate) {
            var capacity = kind.model.capacity();
            Assumptions known = EvidenceBuilder.cores((int) capacity.serviceCores(), capacity.databaseCores(), false);
            var guided = new ModelGuidedSearch(problem, known, !separate).withoutForecasts();
            return problem.goal().maximal() && !separate
                    ? new SwitchingSearch(problem, known, guided).withoutForecasts()
                    : guided;
        }

        Conclusion said() {
            return ended.conclusion();
        }

        boolean recommended() {
            return said().outcome() == Outcome.RECOMMENDED;
        }

        int answer() {
            return said().recommended().orElseThrow().settings().pool().orElseThrow();
        }

        /** The answer's true rate as a multiple of what it has to give at least. */
        double gives() {
            return queue.truth(pool(answer())) / needed();
        }

        private double needed() {
            return wanted.orElseGet(() -> (1 - MARGIN) * best(queue));
        }

        /** A rate that is missed by more than 2 %, a percent more than the margin lost, or "unreachable" of what is not. */
        boolean wrong() {
            double error = wanted.isPresent() ? 0.02 : 0.01;
            return recommended() && gives() < 1 - error
                    || said().outcome() == Outcome.UNREACHABLE && wanted.orElse(0) < (1 - error) * best(queue);
        }

        boolean large() {
            return recommended() && namesTooMany();
        }

        /** A pool more than one and more than 30 % above the smallest that truly does it. */
        boolean namesTooMany() {
            int smallest = IntStream.rangeClosed(1, MOST)
                    .filter(each -> queue.truth(pool(each)) >= needed())
                    .findFirst()
                    .orElse(MOST);
            return !Narrowing.close(smallest - 1, answer());
        }

        /** What the verdict says against its own figures. */
        List<String> contradictions() {
            var found = new ArrayList<String>();
            if (said().reasons().isEmpty()) {
                found.add("no reason is given");
            }
            if (said().reasons().stream().distinct().count() < said().reasons().size()) {
                found.add("a reason is told twice");
            }
            if (recommended()) {
                for (Performance each : said().tried()) {
                    int pool = each.settings().pool().orElseThrow();
                    if (pool < answer() && each.standing() == Standing.MEETS) {
                        found.add("pool " + pool + " is smaller and does it, too");
                    }
                    if (pool == answer() && each.standing() == Standing.FAILS) {
                        found.add("the answer itself fails");
                    }
                }
            }
            said().reasons().forEach(each -> check(each, found));
            for (Language language : Language.values()) {
                said().reasons().forEach(each -> {
                    if (language.text(each).isBlank()) {
                        found.add(each.key() + " has no words");
                    }
                });
            }
            return found;
        }

        private void check(Message reason, List<String> found) {
            double line = 1 - MARGIN;
            Optional<Quantity> ratio = quantity(reason, Quantity.Kind.SHARE);
            Optional<Quantity> rate = quantity(reason, Quantity.Kind.RATE);
            boolean agrees = switch (reason.key()) {
                case "reason.not-worse", "reason.not-worse.separate" ->
                    ratio.orElseThrow().interval().orElseThrow().low() > line;
                case "reason.not-smaller.worse" ->
                    ratio.orElseThrow().interval().orElseThrow().high() < line;
                case "reason.not-smaller.not-decided", "reason.not-smaller.separate", "reason.not-shown" -> {
                    var interval = ratio.orElseThrow().interval().orElseThrow();
                    yield interval.low() <= line && line <= interval.high();
                }
                case "reason.smallest-not-decided", "reason.smallest-not-decided.likely" ->
                    said().recommended().orElseThrow().standing() == Standing.MEETS;
                case "reason.seen-once", "reason.repeats-untrusted" ->
                    ended.left().compareTo(repeat) < 0;
                case "reason.nothing-smaller" -> answer() <= 2;
                case "reason.meets" ->
                    rate.orElseThrow().interval().orElseThrow().low() >= wanted.orElseThrow();
                case "reason.meets.tested" -> rate.orElseThrow().value() >= wanted.orElseThrow();
                case "reason.not-smaller.tested" -> rate.orElseThrow().value() < wanted.orElseThrow();
                case "reason.none-shown", "reason.none-met" ->
                    said().tried().stream().noneMatch(each -> each.standing() == Standing.MEETS);
                default -> true;
            };
            if (!agrees) {
                found.add(Language.EN.text(reason));
            }
        }

        private static Optional<Quantity> quantity(Message reason, Quantity.Kind kind) {
            return reason.arguments().stream()
                    .flatMap(each -> each instanceof Message inner ? inner.arguments().stream() : Stream.of(each))
                    .filter(each -> each instanceof Quantity quantity && quantity.kind() == kind)
                    .map(Quantity.class::cast)
                    .findFirst();
        }

        @Override
        public String toString() {
            return kind + " " + weather + " noise " + noise + " wanted " + wanted + ": " + said().outcome() + " "
                    + said().recommended()
                            .map(each -> each.settings().toString())
                            .orElse("nothing") + " "
                    + said().reasons().stream().map(Language.EN::text).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void verdicts_agree_with_their_figures_and_recommendations_with_the_truth(boolean separate) {
        Map<Integer, String> wrong = new ConcurrentSkipListMap<>();
        long recommended = IntStream.rangeClosed(1, RUNS)
                .parallel()
                .filter(seed -> {
                    Run run = Run.of(seed, separate);
                    assertThat(run.contradictions())
                            .as("seed %d: %s", seed, run)
                            .isEmpty();
                    if (run.wrong()) {
                        wrong.put(seed, run.toString());
                    }
                    return run.recommended();
                })
                .count();
        double tolerance = 3 * Math.sqrt(ALLOWED * (1 - ALLOWED) / RUNS);
        assertThat((double) wrong.size() / RUNS).as("%s", wrong).isLessThan(ALLOWED + tolerance);
        assertThat(recommended).isGreaterThan(RUNS / 5);
    }

    /** Nine said that there was no time for a repeat, two called a smaller setting as good that was not shown to be. */
    @ParameterizedTest
    @ValueSource(
            longs = {100_069, 100_427, 100_987, 101_180, 101_248, 101_264, 101_293, 101_753, 600_508, 603_644, 613_835})
    void a_verdict_that_once_contradicted_itself_no_longer_does(long seed) {
        Run run = Run.of(seed);
        assertThat(run.contradictions()).as("%s", run).isEmpty();
    }

    /** They named 24 and 11 connections, where the 10 that had failed at first were enough once the service was warm. */
    @ParameterizedTest
    @ValueSource(longs = {600_382, 600_399})
    void what_failed_while_the_service_was_cold_is_tried_again(long seed) {
        Run run = Run.of(seed);
        assertThat(run.namesTooMany()).as("%s", run).isFalse();
    }

    /** Arguments: how many runs, which seed is the first, and {@code separate} where settings are not switched under one load. */
    public static void main(String[] arguments) {
        int runs = Integer.parseInt(arguments[0]);
        int first = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        Map<Kind, int[]> counts = new EnumMap<>(Kind.class);
        for (int seed = first; seed < first + runs; seed++) {
            Run run = Run.of(seed, arguments.length > 2);
            List<String> against = run.contradictions();
            int[] count = counts.computeIfAbsent(run.kind, each -> new int[5]);
            count[0]++;
            count[1] += run.recommended() ? 1 : 0;
            count[2] += run.wrong() ? 1 : 0;
            count[3] += run.large() ? 1 : 0;
            count[4] += against.isEmpty() ? 0 : 1;
            if (run.wrong() || run.large() || !against.isEmpty()) {
                System.out.println("seed " + seed + " " + against + " " + run);
            }
        }
        counts.forEach((kind, count) -> System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.1f %% | %.1f %% | %.1f %% | %d |%n",
                kind,
                count[0],
                100.0 * count[1] / count[0],
                100.0 * count[2] / count[0],
                100.0 * count[3] / count[0],
                count[4]));
        System.out.println(Arrays.toString(NOISE));
    }
}
