package dev.poolfit.verdict.search;

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
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Bracket;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.reason.WhyThis;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * One whole search of a simulated service, with what was true of the service.
 *
 * @param wanted the rate of the goal; empty for the highest
 */
record SimulatedVerdict(
        Kind kind,
        SimulatedWeather weather,
        double noise,
        OptionalDouble wanted,
        SearchProblem problem,
        SimulatedQueue queue,
        SimulatedQueue.Ended ended) {
    static final double MARGIN = Goal.USUAL_MARGIN.fraction();
    static final double[] NOISE = {0.003, 0.01, 0.03, 0.08};

    /** As public services had that compute on two cores, in slices of a quarter of a second. */
    private static final double[] MUCH_NOISE = {0.12, 0.16, 0.22};

    private static final double[] SOME_NOISE = {0.03, 0.06};

    private static final int MOST = 40;
    private static final int THREADS = 200;
    private static final int FOUND = 10;
    private static final int[] BUDGETS = {40, 90, 150, 300};
    private static final int[] LONG_BUDGETS = {120, 200, 300};
    /** Without what attaching and warming up take. */
    private static final int[] FIVE_MINUTES = {230};

    /** How settings are compared, and of which services. */
    enum Way {
        /** Under one load where the goal allows it. */
        SWITCHED,
        /** Within the pool where the goal allows it. */
        LIMITED,
        /** In trials of their own, and the highest throughput is wanted. */
        SEPARATE,
        /** As the program would, of services that take seconds for an answer. */
        SLOW,
        /** Within the pool, of services that give most at a size between those of a coarse search. */
        PEAKED,
        /** Within the pool, of services that compute and of which a period of half a second tells a rate to 8 to 15 %. */
        NOISY,
        /** Within the pool, of services to which a small pool gives less for a while after a switch from a large one. */
        LAGGING,
        /** Within the pool, cold at first, of services whose throughput grows little by little with the pool, as six public ones had it. */
        GRADUAL
    }

    /** Services by what limits them. */
    enum Kind {
        WAITING(new Demand(0.0005, 0, 0.0005, 0.050, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        DATABASE(new Demand(0.0002, 0, 0.012, 0.020, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        COMPUTING(new Demand(0.008, 0.002, 0.001, 0, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        CROWDING(new Demand(0.0002, 0, 0.008, 0.030, 1, false), new Capacity(2, 2, 0, 0.003), 80, 0),
        /** Six processors at the database are kept busy by six connections. */
        TIES(new Demand(0.0002, 0, 0.030, 0.0001, 1, false), new Capacity(2, 6, 0, 0), 30, 0),
        /** The users think for a second: the load is the limit. */
        LOAD(new Demand(0.001, 0, 0.001, 0.030, 1, false), new Capacity(2, 2, 0, 0), 100, 1),
        /** Every pool does. */
        INSTANT(new Demand(0.0005, 0.0002, 0.0003, 0, 1, false), new Capacity(2, 2, 0, 0), 20, 0.2),
        /** Each request sorts a temporary table: with more than two at once the tables no longer fit into memory. */
        SPILLING(
                new Demand(0.0005, 0, 0.117, 0, 1, false),
                new Capacity(2, 2, 0, 0),
                60,
                0,
                (limits, rate) -> limits.pool() > 2 ? 0.78 * rate : rate),
        /** Each connection more takes of the disk's cache, from the second on. */
        SINKING(
                new Demand(0.0005, 0, 0.1, 0.02, 1, false),
                new Capacity(2, 2, 0, 0),
                60,
                0,
                (limits, rate) -> rate * Math.max(0.6, 1 - 0.06 * (limits.pool() - 1))),
        /** Slow, and as the model has it. */
        LONG_WAITING(new Demand(0.0005, 0, 0.02, 0.8, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        LONG_COMPUTING(new Demand(0.0005, 0, 0.12, 0.12, 1, false), new Capacity(2, 2, 0, 0), 60, 0),
        /** Each connection gives its share up to 11; beyond 13 they crowd each other. */
        PEAK(
                new Demand(0.0005, 0, 0.0005, 0.0315, 1, false),
                new Capacity(2, 2, 0, 0),
                60,
                0,
                (limits, rate) -> Math.min(rate, 341) / (1 + 0.04 * Math.max(0, limits.pool() - 13))),
        /** Pool 6 gives 92.8 % beside pool 30 in short slices, as a public service that shares its cores with the database had it. */
        LAGGING_DATABASE(
                new Demand(0.0002, 0, 0.0075, 0.003, 1, false),
                new Capacity(2, 2, 0, 0),
                50,
                0,
                new SimulatedLaw.LagOfSmallPools()),
        LAGGING_SERVICE(
                new Demand(0.004, 0.002, 0.001, 0.002, 1, false),
                new Capacity(2, 2, 0, 0),
                50,
                0,
                new SimulatedLaw.LagOfSmallPools()),
        SHORT_SLOPE(new SimulatedLaw.Slope(0.4, 2, 0)),
        USUAL_SLOPE(new SimulatedLaw.Slope(0.6, 2, 0)),
        LONG_SLOPE(new SimulatedLaw.Slope(0.8, 1.2, 0)),
        LAGGING_SLOPE(new SimulatedLaw.Slope(0.5, 2, SimulatedLaw.LAG));

        final ServiceModel model;
        final Workload.Closed closed;
        final SimulatedQueue.Law law;

        Kind(SimulatedLaw.Slope slope) {
            this(new Demand(0.004, 0.002, 0.001, 0.002, 1, false), new Capacity(2, 2, 0, 0), 50, 0, slope);
        }

        Kind(Demand demand, Capacity capacity, int users, double think) {
            this(demand, capacity, users, think, (limits, rate) -> rate);
        }

        Kind(Demand demand, Capacity capacity, int users, double think, SimulatedQueue.Law law) {
            model = new ServiceModel(demand, capacity, 0.3, Variation.USUAL);
            closed = new Workload.Closed(users, think);
            this.law = law;
        }

        static List<Kind> of(Way way) {
            return List.copyOf(
                    switch (way) {
                        case SLOW -> EnumSet.range(SPILLING, LONG_COMPUTING);
                        case PEAKED -> EnumSet.of(PEAK);
                        case NOISY -> EnumSet.of(DATABASE, COMPUTING, CROWDING, TIES);
                        case LAGGING -> EnumSet.of(LAGGING_DATABASE, LAGGING_SERVICE);
                        case GRADUAL -> EnumSet.of(SHORT_SLOPE, USUAL_SLOPE, LONG_SLOPE, LAGGING_SLOPE);
                        default -> EnumSet.range(WAITING, INSTANT);
                    });
        }
    }

    static SimulatedVerdict of(long seed, Way way) {
        // The first draws of neighbouring seeds are alike; the seeds of the other campaigns stay as they were.
        var random = new Random(
                EnumSet.of(Way.SLOW, Way.NOISY, Way.LAGGING, Way.GRADUAL).contains(way)
                        ? new Random(seed).nextLong()
                        : seed);
        List<Kind> kinds = Kind.of(way);
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        SimulatedWeather weather = SimulatedWeather.values()[random.nextInt(SimulatedWeather.LUMPY.ordinal())];
        weather = way == Way.SLOW ? SimulatedWeather.LUMPY : way == Way.GRADUAL ? SimulatedWeather.WARMING : weather;
        double[] noises = way == Way.NOISY
                ? MUCH_NOISE
                : EnumSet.of(Way.LAGGING, Way.GRADUAL).contains(way) ? SOME_NOISE : NOISE;
        double noise = noises[random.nextInt(noises.length)];
        var queue = new SimulatedQueue(kind.model, kind.closed, noise, kind.law);
        OptionalDouble wanted = random.nextBoolean()
                        || EnumSet.of(Way.SEPARATE, Way.PEAKED, Way.NOISY, Way.LAGGING, Way.GRADUAL)
                                .contains(way)
                ? OptionalDouble.empty()
                : OptionalDouble.of(best(queue) * (0.5 + 0.65 * random.nextDouble()));
        int[] budgets = way == Way.GRADUAL
                ? FIVE_MINUTES
                : EnumSet.of(Way.SLOW, Way.NOISY, Way.LAGGING).contains(way) ? LONG_BUDGETS : BUDGETS;
        Duration budget = Duration.ofSeconds(budgets[random.nextInt(budgets.length)]);
        SearchProblem asked = problem(kind, wanted, budget, seed);
        boolean within = EnumSet.of(Way.LIMITED, Way.PEAKED, Way.NOISY, Way.LAGGING, Way.GRADUAL)
                .contains(way);
        SearchProblem problem = within ? asked.withLimiter() : asked;
        var ended =
                SimulatedQueue.search(search(problem, kind, way), budget, seed, settings -> queue, weather.of(random));
        return new SimulatedVerdict(kind, weather, noise, wanted, problem, queue, ended);
    }

    private static SearchProblem problem(Kind kind, OptionalDouble wanted, Duration budget, long seed) {
        Goal goal = wanted.isPresent()
                ? new Goal(Optional.of(new Rate(wanted.getAsDouble())), Optional.empty(), Optional.empty())
                : Goal.HIGHEST;
        var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, MOST)));
        return Questions.of(space, goal, kind.closed, pool(FOUND), budget, seed);
    }

    private static Search search(SearchProblem problem, Kind kind, Way way) {
        var capacity = kind.model.capacity();
        return search(
                problem,
                EvidenceBuilder.cores((int) capacity.serviceCores(), capacity.databaseCores(), false),
                way == Way.SEPARATE);
    }

    /** @param separate whether settings are compared in trials of their own alone */
    static Search search(SearchProblem problem, Assumptions known, boolean separate) {
        var guided = new ModelGuidedSearch(problem, known, !separate).withoutForecasts();
        return problem.goal().maximal() && !separate
                ? new SwitchingSearch(problem, known, guided).withoutForecasts()
                : guided;
    }

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, THREADS);
    }

    private static double best(SimulatedQueue queue) {
        return IntStream.rangeClosed(1, MOST)
                .mapToDouble(each -> queue.truth(pool(each)))
                .max()
                .orElseThrow();
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
    private double gives() {
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

    /** The answer, or the range in which the smallest is said to lie, leaves it out. */
    boolean large() {
        return recommended()
                && said().reasons().stream()
                        .filter(WhyThis.Between.class::isInstance)
                        .map(each -> ((WhyThis.Between) each).smallest().pool().orElseThrow() > smallest())
                        .findFirst()
                        .orElseGet(this::namesTooMany);
    }

    private int smallest() {
        return IntStream.rangeClosed(1, MOST)
                .filter(each -> queue.truth(pool(each)) >= needed())
                .findFirst()
                .orElse(MOST);
    }

    /** A pool more than one and more than 30 % above the smallest that truly does it. */
    boolean namesTooMany() {
        return !Bracket.tight(smallest() - 1, answer());
    }

    List<String> contradictions() {
        return new Contradictions(problem, ended).found();
    }

    @Override
    public String toString() {
        return kind + " " + weather + " noise " + noise + " budget "
                + problem.budget().toSeconds() + " s wanted " + wanted + ": " + said().outcome() + " "
                + said().recommended().map(each -> each.settings().toString()).orElse("nothing") + " "
                + said().reasons();
    }
}
