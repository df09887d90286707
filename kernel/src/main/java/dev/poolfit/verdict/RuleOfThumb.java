package dev.poolfit.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A rule of thumb for sizing pools and threads, with its formula and its source. */
public enum RuleOfThumb {
    /** Connections: twice the database's cores plus its spinning disks. */
    HIKARI_POOL(
            "hikari-pool",
            "HikariCP wiki, About Pool Sizing (from the PostgreSQL project)",
            Kind.START,
            Set.of(Input.CORES),
            given -> new Answer(
                    given.number(Input.CORES).multiply(BigDecimal.valueOf(2)).add(given.disks()),
                    "2 × cores + disks = 2 × %s + %s%s"
                            .formatted(
                                    given.text(Input.CORES),
                                    given.disks().toPlainString(),
                                    given.values().containsKey(Input.DISKS)
                                            ? ""
                                            : " (no disk that turns, or data in memory)"))),
    /** Threads: cores × utilisation × (1 + wait time ÷ compute time), rounded down. */
    GOETZ_THREADS(
            "goetz-threads",
            "Goetz et al., Java Concurrency in Practice (2006), section 8.2",
            Kind.START,
            Set.of(Input.CORES, Input.UTILIZATION, Input.WAIT_RATIO),
            given -> new Answer(
                    given.number(Input.CORES)
                            .multiply(given.number(Input.UTILIZATION))
                            .multiply(BigDecimal.ONE.add(given.number(Input.WAIT_RATIO))),
                    "cores × utilization × (1 + wait ÷ compute) = %s × %s × (1 + %s), rounded down"
                            .formatted(
                                    given.text(Input.CORES),
                                    given.text(Input.UTILIZATION),
                                    given.text(Input.WAIT_RATIO)))),
    /** Connections: rate × hold time, rounded up. */
    LITTLE_POOL(
            "little-pool",
            "Little, A Proof for the Queuing Formula L = λW (1961)",
            Kind.FLOOR,
            Set.of(Input.TARGET, Input.HOLD_SECONDS),
            given -> new Answer(
                    given.number(Input.TARGET)
                            .multiply(given.number(Input.HOLD_SECONDS))
                            .setScale(0, RoundingMode.CEILING),
                    "rate × hold = %s/s × %s s, rounded up"
                            .formatted(given.text(Input.TARGET), given.text(Input.HOLD_SECONDS)))),
    /** Connections: threads × (connections a request − 1) + 1, fewer can deadlock. */
    DEADLOCK_FLOOR(
            "deadlock-floor",
            "HikariCP wiki, About Pool Sizing, pool-locking",
            Kind.FLOOR,
            Set.of(Input.THREADS, Input.CONNECTIONS_PER_REQUEST),
            given -> new Answer(
                    given.number(Input.THREADS)
                            .multiply(
                                    given.number(Input.CONNECTIONS_PER_REQUEST).subtract(BigDecimal.ONE))
                            .add(BigDecimal.ONE),
                    "threads × (connections per request − 1) + 1 = %s × (%s − 1) + 1"
                            .formatted(given.text(Input.THREADS), given.text(Input.CONNECTIONS_PER_REQUEST)))),
    /** Connections an instance: the database's limit × the share ÷ instances, rounded down. */
    FLEET_CEILING(
            "fleet-ceiling",
            "MySQL and PostgreSQL manuals, max_connections; the share leaves room for people and jobs",
            Kind.BOUND,
            Set.of(Input.MAX_CONNECTIONS, Input.INSTANCES, Input.SHARE),
            given -> new Answer(
                    given.number(Input.MAX_CONNECTIONS)
                            .multiply(given.number(Input.SHARE))
                            .divide(given.number(Input.INSTANCES), MathContext.DECIMAL64),
                    "max_connections × share ÷ instances = %s × %s ÷ %s, rounded down"
                            .formatted(
                                    given.text(Input.MAX_CONNECTIONS),
                                    given.text(Input.SHARE),
                                    given.text(Input.INSTANCES))));

    /** The use of a rule's answer. */
    public enum Kind {
        /** A value to begin measuring with. */
        START,
        /** Fewer are not enough. */
        FLOOR,
        /** More connections cannot be had. */
        BOUND
    }

    /** A number that a rule needs. */
    public enum Input {
        CORES,
        DISKS,
        UTILIZATION,
        WAIT_RATIO,
        /** Requests a second. */
        TARGET,
        HOLD_SECONDS,
        THREADS,
        CONNECTIONS_PER_REQUEST,
        MAX_CONNECTIONS,
        INSTANCES,
        SHARE
    }

    /** The inputs that are known. */
    public record Inputs(Map<Input, BigDecimal> values) {
        public Inputs {
            values = new EnumMap<>(values);
        }

        public static BigDecimal seconds(Duration duration) {
            return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros();
        }

        private BigDecimal number(Input input) {
            BigDecimal value = values.get(input);
            if (value == null) {
                throw new IllegalStateException(input + " is not given");
            }
            return value;
        }

        /** Reads the number of disks; the HikariCP wiki counts none where the data in use is cached. */
        private BigDecimal disks() {
            return values.getOrDefault(Input.DISKS, BigDecimal.ZERO);
        }

        private String text(Input input) {
            return number(input).stripTrailingZeros().toPlainString();
        }
    }

    private record Answer(BigDecimal value, String formula) {}

    /**
     * A rule's answer.
     *
     * @param name the rule
     * @param kind the use of the value
     * @param value connections or threads
     * @param formula the formula with its inputs
     * @param source the rule's source
     */
    public record Advice(String name, Kind kind, long value, String formula, String source) {}

    private final String key;
    private final String source;
    private final Kind kind;
    private final Set<Input> needs;
    private final Function<Inputs, Answer> formula;

    RuleOfThumb(String key, String source, Kind kind, Set<Input> needs, Function<Inputs, Answer> formula) {
        this.key = key;
        this.source = source;
        this.kind = kind;
        this.needs = needs;
        this.formula = formula;
    }

    /** Returns the answers of all rules whose inputs are known. */
    public static List<Advice> advise(Inputs inputs) {
        return Arrays.stream(values())
                .flatMap(rule -> rule.advice(inputs).stream())
                .toList();
    }

    private Optional<Advice> advice(Inputs inputs) {
        if (!inputs.values().keySet().containsAll(needs)) {
            return Optional.empty();
        }
        Answer answer = formula.apply(inputs);
        long value = answer.value().setScale(0, RoundingMode.FLOOR).longValueExact();
        return Optional.of(new Advice(key, kind, value, answer.formula() + " = " + value, source));
    }
}
