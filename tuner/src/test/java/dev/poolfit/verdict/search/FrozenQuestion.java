package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.DiagnosingSearch;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.earlier.RevisitingSearch;
import dev.poolfit.verdict.knob.KnobSearch;
import dev.poolfit.verdict.search.SimulatedVerdict.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Searches beside those of {@link SimulatedVerdict}, put together as the program does it. */
enum FrozenQuestion {
    /** Pool and threads, for the highest throughput or a rate. */
    THREADS(Map.of(Knob.POOL, new IntRange(1, 40), Knob.THREADS, new IntRange(4, 200))),
    /** Open-in-view and the connection timeout beside the pool. */
    KNOBS(Map.of(Knob.POOL, new IntRange(1, 40))),
    /** Without a model, as where the load has steps. */
    BRACKETS(Map.of(Knob.POOL, new IntRange(1, 40), Knob.THREADS, new IntRange(4, 200))),
    /** With an earlier table, which is tried once there is an answer. */
    EARLIER(Map.of(Knob.POOL, new IntRange(1, 40)));

    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final int[] BUDGETS = {90, 150, 300, 480};
    private static final Duration TIMEOUT_HOLDS_AFTER = Duration.ofSeconds(3);

    private final Map<Knob, IntRange> ranges;

    FrozenQuestion(Map<Knob, IntRange> ranges) {
        this.ranges = ranges;
    }

    SimulatedQueue.Ended ended(long seed) {
        // The first draws of neighbouring seeds are alike.
        var random = new Random(new Random(seed).nextLong());
        List<Kind> kinds = List.copyOf(EnumSet.range(Kind.WAITING, Kind.LONG_COMPUTING));
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        SimulatedWeather weather = SimulatedWeather.values()[random.nextInt(SimulatedWeather.values().length)];
        double noise = SimulatedVerdict.NOISE[random.nextInt(SimulatedVerdict.NOISE.length)];
        var queue = new SimulatedQueue(kind.model, kind.closed, noise, kind.law);
        double here = queue.truth(FOUND);
        Goal goal = random.nextBoolean()
                ? Goal.HIGHEST
                : new Goal(
                        Optional.of(new Rate(here * (0.4 + 1.6 * random.nextDouble()))),
                        Optional.empty(),
                        Optional.empty());
        Duration budget = Duration.ofSeconds(BUDGETS[random.nextInt(BUDGETS.length)]);
        var space = new SearchSpace(ranges, choices(random));
        SearchProblem problem =
                Questions.of(space, goal, kind.closed, found(), budget, seed).withHousekeeping(TIMEOUT_HOLDS_AFTER);
        Capacity capacity = kind.model.capacity();
        Assumptions known = EvidenceBuilder.cores((int) capacity.serviceCores(), capacity.databaseCores(), false);
        double held = 1 + random.nextDouble();
        Search search =
                new MeasuringConditions(new DiagnosingSearch(search(problem, known, random, here), problem, known));
        return SimulatedQueue.search(
                // What the program has left is never negative.
                (trials, left) -> search.next(trials, left.isNegative() ? Duration.ZERO : left),
                budget,
                seed,
                settings -> settings.openInView().orElse(false) ? heldLonger(queue, held) : queue,
                weather.of(random));
    }

    private Settings found() {
        return this == KNOBS
                ? FOUND.with(Knob.OPEN_IN_VIEW, true).with(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(30))
                : FOUND;
    }

    private Map<Knob, List<Settings>> choices(Random random) {
        if (this != KNOBS) {
            return Map.of();
        }
        List<Settings> views = List.of(Settings.of(Knob.OPEN_IN_VIEW, true), Settings.of(Knob.OPEN_IN_VIEW, false));
        List<Settings> timeouts = List.of(
                Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(30)),
                Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3)));
        return random.nextBoolean()
                ? Map.of(Knob.OPEN_IN_VIEW, views)
                : Map.of(Knob.OPEN_IN_VIEW, views, Knob.CONNECTION_TIMEOUT, timeouts);
    }

    private Search search(SearchProblem problem, Assumptions known, Random random, double here) {
        return switch (this) {
            case THREADS -> guided(problem, problem, known);
            case KNOBS ->
                new KnobSearch(
                        problem,
                        (about, held) -> guided(about, problem, known),
                        random.nextBoolean() ? Optional.of(Instant.EPOCH.minusSeconds(20)) : Optional.empty());
            case BRACKETS -> new BracketingSearch(problem);
            case EARLIER ->
                new RevisitingSearch(
                        guided(problem, problem, known), problem, table(random.nextInt(10), here), any -> false);
        };
    }

    private static Search guided(SearchProblem about, SearchProblem whole, Assumptions known) {
        boolean comparable = SwitchingSearch.comparable(whole.goal(), whole.load(), whole.space(), whole.limited());
        ModelGuidedSearch guided = new ModelGuidedSearch(about, known, comparable).withoutForecasts();
        return SwitchingSearch.suits(whole.goal(), whole.load(), whole.space(), whole.limited())
                ? new SwitchingSearch(about, known, guided).withoutForecasts()
                : guided;
    }

    private static Earlier table(int smallest, double here) {
        return new Earlier(
                "by hand",
                IntStream.of(1 + smallest, 12 + smallest, 24 + smallest)
                        .mapToObj(pool -> new Earlier.Row(Settings.of(Knob.POOL, pool), new Rate(here)))
                        .toList());
    }

    private static SimulatedQueue heldLonger(SimulatedQueue queue, double times) {
        ServiceModel model = queue.model();
        Demand demand = model.demand();
        return new SimulatedQueue(
                model.withDemand(new Demand(
                        demand.cpuOutside(),
                        demand.cpuHeld(),
                        demand.databaseCpu(),
                        times * demand.delay(),
                        demand.acquisitions(),
                        demand.openInView())),
                queue.closed(),
                queue.variation(),
                queue.law());
    }
}
