package dev.poolfit.gate;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.evidence.SideTurns;
import dev.poolfit.evidence.SideTurns.Turn;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Goal;
import dev.poolfit.gate.GateCheck.Name;
import dev.poolfit.gate.GateCheck.Outcome;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Judges whether a candidate is as good as its base. It passes a bound only where the whole interval keeps it, and fails only
 * where the whole interval breaks it; but errors pass where the share that was seen keeps it, for no number of requests shows
 * that none fails. Ratios are those of the two in the same blocks; their intervals hold for all looks together, so that the
 * gate may end as soon as it knows. The bounds of the goal are read once, at the end.
 */
public final class GateVerdict {
    /** Blocks between two looks. */
    public static final int BLOCKS_A_LOOK = 4;

    private static final String BASE = "base";
    private static final String CANDIDATE = "candidate";
    private static final double P99 = 0.99;

    /** A figure that is compared turn by turn. */
    public enum Figure {
        /** Good responses a second. */
        THROUGHPUT(turn -> OptionalDouble.of(turn.rate())),
        /** Mean response time in milliseconds. */
        RESPONSE(Turn::meanMs),
        /** Connection time a request in milliseconds. */
        HOLD(Turn::holdMs),
        /** CPU time of the service a request in milliseconds. */
        CPU(Turn::cpuMs);

        private final Function<Turn, OptionalDouble> of;

        Figure(Function<Turn, OptionalDouble> of) {
            this.of = of;
        }

        /** Returns the name in files, such as {@code throughput}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The question to the gate.
     *
     * @param goal its margin is the share by which the candidate may be worse; its bounds hold for the candidate
     * @param closed whether users wait for their responses, so that the throughput follows the service
     * @param block the time of a block
     */
    public record Question(Goal goal, boolean closed, Duration block) {}

    /**
     * Connections that the base's throughput takes with each of both, by Little's law.
     *
     * @param base at least 1
     * @param candidate at least 1
     * @param ratio of the connection time a request
     */
    public record Needed(int base, int candidate, Interval ratio) {
        /** Returns whether a difference was shown. */
        public boolean differ() {
            return ratio.against(1) != Side.OPEN;
        }
    }

    private final Question question;
    private final SideTurns base;
    private final SideTurns candidate;

    /**
     * @param base the turns of the base
     * @param candidate as many turns of the candidate
     * @throws IllegalArgumentException if both have not as many turns, or fewer than {@link BlockComparison#LEAST_BLOCKS}
     */
    public GateVerdict(Question question, SideTurns base, SideTurns candidate) {
        if (base.turns().size() != candidate.turns().size() || base.turns().size() < BlockComparison.LEAST_BLOCKS) {
            throw new IllegalArgumentException("turns must be as many, and at least " + BlockComparison.LEAST_BLOCKS
                    + ", but are " + base.turns().size() + " and "
                    + candidate.turns().size());
        }
        this.question = question;
        this.base = base;
        this.candidate = candidate;
    }

    /** Returns the number of blocks. */
    public int blocks() {
        return base.turns().size();
    }

    /** Checks all bounds, the comparison with the base first. */
    public List<GateCheck> checks() {
        var checks = new ArrayList<GateCheck>();
        checks.add(relative());
        question.goal().throughput().ifPresent(rate -> {
            Interval own = value(candidate, Figure.THROUGHPUT).orElseThrow();
            double least = rate.perSecond();
            checks.add(check(
                    Name.GOAL_THROUGHPUT,
                    outcome(own.atLeast(least), Side.ABOVE),
                    Quantity.rate(own.mean()).between(own.low(), own.high()),
                    Quantity.aboutRate(least)));
        });
        question.goal()
                .p99()
                .ifPresent(most -> p99(candidate).ifPresent(own -> {
                    double bound = Durations.seconds(most) * 1e3;
                    checks.add(check(
                            Name.GOAL_P99,
                            outcome(own.atMost(bound), Side.BELOW),
                            Quantity.time(own.mean()).between(own.low(), own.high()),
                            Quantity.time(bound)));
                }));
        checks.add(errors());
        return checks;
    }

    private static Outcome outcome(Side seen, Side wanted) {
        return seen == wanted ? Outcome.PASS : seen == Side.OPEN ? Outcome.INCONCLUSIVE : Outcome.FAIL;
    }

    private static GateCheck check(Name name, Outcome outcome, Object... arguments) {
        return new GateCheck(name, outcome, Message.of("gate." + name.id() + "." + outcome.id(), arguments));
    }

    /** Compares throughput with the base where it follows the service, else the response time. */
    private GateCheck relative() {
        double margin = question.goal().margin().fraction();
        boolean closed = question.closed();
        Name name = closed ? Name.THROUGHPUT : Name.RESPONSE_TIME;
        Optional<Interval> seen = ratio(closed ? Figure.THROUGHPUT : Figure.RESPONSE);
        if (seen.isEmpty()) {
            return new GateCheck(name, Outcome.INCONCLUSIVE, Message.of("gate.unseen"));
        }
        Interval ratio = seen.get();
        double line = closed ? 1 - margin : 1 + margin;
        return check(
                name,
                outcome(ratio.against(line), closed ? Side.ABOVE : Side.BELOW),
                Quantity.share(ratio.mean()).between(ratio.low(), ratio.high()),
                Quantity.share(margin),
                Durations.format(missing(ratio, line)));
    }

    /** Returns the further time that most likely tells a ratio from the line: half widths fall with the root of the blocks. */
    private Duration missing(Interval ratio, double line) {
        double half = Math.log(ratio.high() / ratio.low()) / 2;
        double away = Math.max(Math.abs(Math.log(ratio.mean() / line)), half / 10);
        double times = Math.max(1.2, Math.pow(half / away, 2));
        long seconds =
                (long) Math.ceil(blocks() * (times - 1) * question.block().toSeconds());
        return Duration.ofSeconds(10 * ((seconds + 9) / 10));
    }

    /** Checks that at most the goal's share fails, or where it names none, no more than of the base's. */
    private GateCheck errors() {
        Interval own = failed(candidate);
        Interval theirs = failed(base);
        double bound = question.goal().errors().map(share -> share.fraction()).orElse(theirs.high());
        Outcome outcome = own.mean() <= bound ? Outcome.PASS : own.low() > bound ? Outcome.FAIL : Outcome.INCONCLUSIVE;
        return check(Name.ERRORS, outcome, Quantity.share(own.mean()), Quantity.share(theirs.mean()));
    }

    /** Returns the outcome of all bounds together. */
    public Outcome outcome() {
        List<Outcome> all = checks().stream().map(GateCheck::outcome).toList();
        if (all.contains(Outcome.FAIL)) {
            return Outcome.FAIL;
        }
        return all.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.PASS;
    }

    /** Returns whether it is known how both compare; the goal's other bounds are read at the end. */
    public boolean compared() {
        return relative().outcome() != Outcome.INCONCLUSIVE;
    }

    /** Returns the candidate's figure as a multiple of the base's; empty where blocks do not tell. */
    public Optional<Interval> ratio(Figure figure) {
        List<Block<String>> blocks = IntStream.range(0, blocks())
                .boxed()
                .flatMap(block -> {
                    double one = figure.of.apply(base.turns().get(block)).orElse(0);
                    double other = figure.of.apply(candidate.turns().get(block)).orElse(0);
                    return one > 0 && other > 0
                            ? Stream.of(new Block<>(block / BLOCKS_A_LOOK, Map.of(BASE, one, CANDIDATE, other)))
                            : Stream.empty();
                })
                .toList();
        var comparison = new BlockComparison<>(blocks);
        return blocks.size() >= BlockComparison.LEAST_BLOCKS && comparison.compared(CANDIDATE, Set.of(BASE))
                ? Optional.of(comparison.ratio(
                        CANDIDATE, Set.of(BASE), question.goal().margin().fraction()))
                : Optional.empty();
    }

    /** Returns the base's figure with its interval. */
    public Optional<Interval> base(Figure figure) {
        return value(base, figure);
    }

    /** Returns the candidate's figure with its interval. */
    public Optional<Interval> candidate(Figure figure) {
        return value(candidate, figure);
    }

    private static Optional<Interval> value(SideTurns side, Figure figure) {
        double[] turns = side.turns().stream()
                .map(figure.of)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        return turns.length < 2 ? Optional.empty() : Optional.of(Statistics.batchMeans(turns));
    }

    /** Returns the base's 99th percentile of response times in milliseconds; empty where nothing ended. */
    public Optional<Interval> baseP99() {
        return p99(base);
    }

    /** Returns the candidate's 99th percentile of response times in milliseconds; empty where nothing ended. */
    public Optional<Interval> candidateP99() {
        return p99(candidate);
    }

    private static Optional<Interval> p99(SideTurns side) {
        List<Histogram> seconds =
                side.turns().stream().flatMap(turn -> turn.latency().stream()).toList();
        if (seconds.stream().allMatch(each -> each.getTotalCount() == 0)) {
            return Optional.empty();
        }
        Interval micros = Statistics.quantile(seconds, P99);
        return Optional.of(new Interval(micros.mean() / 1e3, micros.low() / 1e3, micros.high() / 1e3));
    }

    /** Returns the base's share of failed requests. */
    public Interval baseErrors() {
        return failed(base);
    }

    /** Returns the candidate's share of failed requests. */
    public Interval candidateErrors() {
        return failed(candidate);
    }

    private static Interval failed(SideTurns side) {
        long failed = side.turns().stream().mapToLong(Turn::failed).sum();
        long good = side.turns().stream().mapToLong(Turn::good).sum();
        return Statistics.share(failed, Math.max(1, good + failed));
    }

    /** Returns the connections that both need; empty where the pool was not read. */
    public Optional<Needed> needed() {
        Optional<Interval> one = value(base, Figure.HOLD);
        Optional<Interval> other = value(candidate, Figure.HOLD);
        Optional<Interval> ratio = ratio(Figure.HOLD);
        if (one.isEmpty() || other.isEmpty() || ratio.isEmpty()) {
            return Optional.empty();
        }
        double rate = value(base, Figure.THROUGHPUT).orElseThrow().mean();
        return Optional.of(new Needed(
                connections(rate, one.get().mean()),
                connections(rate, other.get().mean()),
                ratio.get()));
    }

    private static int connections(double rate, double holdMs) {
        return (int) Math.max(1, Math.ceil(rate * holdMs / 1e3 - 0.05));
    }
}
