package dev.poolfit.benchmarks.truth;

import static dev.poolfit.benchmarks.truth.Work.MANY;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A service whose every time is known, its users, and what is asked of it. Rates stay below 400/s. */
enum Law {
    /** X = pool ÷ hold up to the end of the range. */
    HOLD(
            users(40),
            Work.holding(120).outside(30, MANY),
            Speed.STEADY,
            ask("2..20", "max", "3m"),
            "hold-bound",
            "held-by-sleep"),
    /** Two permits of 10 ms beside a delay of 10 ms: 200/s, nearly reached with five connections. */
    DATABASE(
            users(60),
            Work.holding(10).database(10, 2).outside(5, MANY).drawn(),
            Speed.STEADY,
            ask("2..50", "max", "3m")),
    /** 140 users who think for a second hold some five connections. */
    LOAD(
            new Users(140, 1000),
            Work.holding(40).outside(10, MANY).drawn(),
            Speed.STEADY,
            ask("2..40", "max", "3m"),
            "load-bound"),
    /** The more there are at the database, the slower it is: fastest somewhere inside the range. */
    CROWDING(
            users(80),
            Work.holding(30).database(8, 2).crowding(0.003).outside(5, MANY).drawn(),
            Speed.STEADY,
            ask("2..60", "max", "4m")),
    /** Six connections keep six permits busy, and every larger pool gives the same. */
    TIES(users(30), Work.holding(0).database(30, 6).outside(5, MANY), Speed.STEADY, ask("1..50", "max", "2m")),
    /** The work is outside the hold, at two permits; one connection is enough. */
    SMALL(users(30), Work.holding(3).outside(12, 2).drawn(), Speed.STEADY, ask("1..20", "max", "2m")),
    LARGE(users(150), Work.holding(400).outside(50, MANY), Speed.STEADY, ask("10..190", "max", "4m")),
    /** 183/s with eleven connections, 200/s with twelve. */
    BETWEEN(users(40), Work.holding(60).outside(10, MANY), Speed.STEADY, ask("2..40", ">= 191/s", "3m")),
    /** Two permits of 12 ms allow 167/s. */
    UNREACHABLE(
            users(60),
            Work.holding(40).database(12, 2).outside(10, MANY).drawn(),
            Speed.STEADY,
            ask("2..50", ">= 220/s", "2m")),
    WARMING(
            users(40),
            Work.holding(50).database(10, 2).outside(10, MANY).drawn(),
            Speed.WARMING,
            ask("2..40", "max", "4m")),
    /** The times of {@link #TIES}, with six of seven connections at work. */
    DRIFTING(users(40), Work.holding(5).database(30, 6).outside(5, MANY), Speed.DRIFTING, ask("2..40", "max", "4m")),
    /** 100/s with five connections, 120/s with six. */
    DRIFTING_GOAL(users(40), Work.holding(50).outside(10, MANY), Speed.DRIFTING, ask("2..40", ">= 110/s", "4m")),
    /**
     * Two permits of 12 ms: 167/s, which a pool approaches slowly: the smallest that is right gives 97.0 % of it. By name alone,
     * like the next: four minutes cannot be counted on to tell the smallest.
     */
    SLOW_DATABASE(
            users(60),
            Work.holding(40).database(12, 2).outside(10, MANY).drawn(),
            Speed.STEADY,
            ask("2..50", "max", "4m")),
    SLOW_DRIFTING(
            users(40),
            Work.holding(50).database(10, 2).outside(10, MANY).drawn(),
            Speed.DRIFTING,
            ask("2..40", "max", "4m"));

    /** Worker threads that the service starts with; more than there are users. */
    static final int THREADS = 200;
    /** Connections that the service starts with. */
    static final int POOL = 10;

    final Users users;
    final Work work;
    final Speed speed;
    final Ask ask;
    /** Names of findings of which one must be the first; empty where none has to be found. */
    final Set<String> named;

    Law(Users users, Work work, Speed speed, Ask ask, String... named) {
        this.users = users;
        this.work = work;
        this.speed = speed;
        this.ask = ask;
        this.named = Set.of(named);
    }

    /**
     * A closed load.
     *
     * @param think pause between a response and the next request, in milliseconds
     */
    record Users(int count, int think) {}

    /**
     * The question as the experiment file puts it.
     *
     * @param pool the range, such as {@code 2..20}
     * @param goal {@code max} or a rate such as {@code >= 110/s}
     */
    record Ask(String pool, String goal, String budget) {
        int least() {
            return Integer.parseInt(pool.substring(0, pool.indexOf('.')));
        }

        int most() {
            return Integer.parseInt(pool.substring(pool.lastIndexOf('.') + 1));
        }

        boolean maximal() {
            return goal.equals("max");
        }

        /** Returns the rate that is wanted; only where one is. */
        double rate() {
            return Double.parseDouble(goal.replaceAll("[^0-9.]", ""));
        }
    }

    /** Returns the name in files, such as {@code drifting-goal}. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the laws of a whole campaign. */
    static List<Law> usual() {
        return List.copyOf(EnumSet.complementOf(EnumSet.of(SLOW_DATABASE, SLOW_DRIFTING)));
    }

    static Law of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private static Users users(int count) {
        return new Users(count, 0);
    }

    private static Ask ask(String pool, String goal, String budget) {
        return new Ask(pool, goal, budget);
    }
}
