package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.InteractiveLaw;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Steadiness;
import dev.poolfit.experiment.Load;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Notes what makes the figures of one window doubtful, by itself, as the window is measured: its seconds are not kept
 * in full, and what a script does is known of the load that ran alone.
 */
enum WindowNote {
    /** Users of a closed load came or went, as on a ramp. */
    USERS_CHANGED(Flag.RAMP_EDGE, EnumSet.of(Shape.WHOLE), WindowNote::usersChanged),
    /** The load generator was busy or late over the window. */
    CLIENT_LIMITED(
            Flag.CLIENT_LIMITED, EnumSet.of(Shape.WHOLE, Shape.CUT_SHORT, Shape.SWITCHED), WindowNote::clientLimited),
    /** The load generator was busy when the service broke, or late on the way there. */
    CLIENT_LIMITED_AT_LAST(Flag.CLIENT_LIMITED, EnumSet.of(Shape.RAMP), WindowNote::limitedAtLast),
    /** Throughput drifted, never became steady, or scattered so much that it says nothing. */
    NOT_STEADY(Flag.NOT_STEADY, EnumSet.of(Shape.WHOLE), window -> unsteady(window.rates())),
    TOO_FEW_REQUESTS(Flag.TOO_FEW_REQUESTS, EnumSet.allOf(Shape.class), WindowNote::tooFewRequests),
    /** Other programs took more of the seconds than could be left out. */
    OTHER_PROGRAMS(
            Flag.OTHER_PROGRAMS,
            EnumSet.of(Shape.WHOLE, Shape.CUT_SHORT),
            window -> OtherPrograms.spoil(window.samples())),
    /** Other programs were at work when the service broke. */
    OTHER_PROGRAMS_AT_LAST(
            Flag.OTHER_PROGRAMS, EnumSet.of(Shape.RAMP), window -> OtherPrograms.spoil(last(window.samples()))),
    /** Requests waited although the pool was still smaller than it may be. */
    POOL_STARVED(Flag.POOL_NOT_REACHED, EnumSet.of(Shape.WHOLE, Shape.CUT_SHORT), WindowNote::poolStarved),
    LITTLE_VIOLATED(Flag.LITTLE_VIOLATED, EnumSet.of(Shape.WHOLE), WindowNote::littleViolated);

    /** Says how a window came about, and so what can be asked of it. */
    enum Shape {
        /** A load that stays the same, to the planned end. */
        WHOLE,
        /** A load that stays the same, ended before its time: nothing that takes all of it is asked. */
        CUT_SHORT,
        /** A load that grew until the service broke: nothing of it is steady. */
        RAMP,
        /** The periods of one setting among others: responses straddle the switches. */
        SWITCHED
    }

    private static final int LEAST_REQUESTS = 30;
    private static final double BUSY_CLIENT = 0.9;
    private static final double LATE_SHARE_OPEN = 0.02;
    private static final double LATE_SHARE_CLOSED = 0.25;
    private static final double DRIFT = 0.1;
    /** The share of users that may change: k6 ramps from stage to stage, so no window is quite even. */
    private static final double CHANGED_USERS = 0.1;
    /** The widest interval of a throughput: half of its width over the mean. */
    private static final double WIDEST = 0.25;
    /** The share of the users that may be missing where a round takes all of the window. */
    private static final double EDGES = 0.1;

    private final Flag flag;
    private final Set<Shape> shapes;
    private final Predicate<WindowFigures> shown;

    WindowNote(Flag flag, Set<Shape> shapes, Predicate<WindowFigures> shown) {
        this.flag = flag;
        this.shapes = shapes;
        this.shown = shown;
    }

    static Set<Flag> of(WindowFigures window, Shape shape) {
        var flags = EnumSet.noneOf(Flag.class);
        Arrays.stream(values())
                .filter(each -> each.shapes.contains(shape) && each.shown.test(window))
                .forEach(each -> flags.add(each.flag));
        return flags;
    }

    private static boolean usersChanged(WindowFigures window) {
        var users = window.client().stream().mapToDouble(ClientSecond::users).summaryStatistics();
        return window.load().closed() && users.getMax() - users.getMin() > Math.max(1, CHANGED_USERS * users.getMax());
    }

    private static boolean tooFewRequests(WindowFigures window) {
        return window.good() + window.failed() < LEAST_REQUESTS;
    }

    private static boolean clientLimited(WindowFigures window) {
        return window.mean(Metric.CLIENT_CPU) > BUSY_CLIENT
                || window.mean(Metric.CLIENT_LATE) > mostLate(window.load());
    }

    private static boolean limitedAtLast(WindowFigures window) {
        boolean busy = last(window.client()).stream().anyMatch(second -> second.cpu() > BUSY_CLIENT);
        double due = window.client().stream().mapToLong(ClientSecond::due).sum();
        long late = window.client().stream().mapToLong(ClientSecond::late).sum();
        return busy || late > mostLate(window.load()) * due;
    }

    private static <T> List<T> last(List<T> seconds) {
        return seconds.subList(Math.max(0, seconds.size() - RampWatch.WINDOW), seconds.size());
    }

    /** Returns the most late starts, as a share. In a closed load one delays a user; in an open one load is missing. */
    private static double mostLate(Load load) {
        return load.closed() ? LATE_SHARE_CLOSED : LATE_SHARE_OPEN;
    }

    private static boolean unsteady(double[] rates) {
        return Steadiness.drifts(rates, DRIFT)
                || Steadiness.neverSteady(rates, DRIFT)
                || scattered(Statistics.rate(rates));
    }

    /** Returns whether an interval is so wide that it says nothing, as when something else took the machine for a while. */
    private static boolean scattered(Interval throughput) {
        return throughput.mean() > 0 && throughput.relativeHalfWidth() > WIDEST;
    }

    private static boolean poolStarved(WindowFigures window) {
        double total = window.peaks().getOrDefault(Metric.POOL_TOTAL, Double.MAX_VALUE);
        return window.settings().pool().isPresent()
                && total < window.settings().pool().getAsInt()
                && window.mean(Metric.POOL_PENDING) > 1;
    }

    /** Checks Little's law over users, Z and R; the tolerance grows where a response takes much of the window, for then its edges count. */
    private static boolean littleViolated(WindowFigures window) {
        double seconds = window.client().size();
        Interval rate = Interval.certain((window.good() + window.failed()) / seconds);
        return InteractiveLaw.of(window.load(), window.mean(Metric.USERS), window.meanMs())
                .filter(law -> law.broken(rate, InteractiveLaw.TOLERANCE + EDGES * Math.min(1, law.round() / seconds)))
                .isPresent();
    }
}
