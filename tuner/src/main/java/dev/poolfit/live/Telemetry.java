package dev.poolfit.live;

import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.report.Progress;
import dev.poolfit.units.Message;
import dev.poolfit.units.PlainText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** The present state of a run as figures, for whoever collects them. */
final class Telemetry {
    static final String TRIAL = "poolfit.trial";
    static final String TIME_LEFT = "poolfit.time_left";

    private final String experiment;
    private final Map<LiveMetric, Double> values = new LinkedHashMap<>();
    private String pool = "";
    private int trial;
    private String settings = "";
    private Optional<Duration> left = Optional.empty();

    Telemetry(String experiment) {
        this.experiment = experiment;
    }

    String experiment() {
        return experiment;
    }

    /**
     * A figure.
     *
     * @param name as OpenTelemetry writes it
     * @param labels beside the experiment's name, by their names there
     */
    record Figure(String name, String unit, String help, Map<String, String> labels, double value) {}

    synchronized List<Figure> figures() {
        var all = new ArrayList<Figure>();
        values.forEach((metric, value) ->
                all.add(new Figure(metric.otel(), metric.unit(), metric.help(), labels(metric), value)));
        if (trial > 0) {
            all.add(new Figure(
                    TRIAL,
                    "",
                    "Number of the trial that runs, or of the first of several that take turns.",
                    Map.of("poolfit.settings", settings),
                    trial));
        }
        left.ifPresent(time -> all.add(
                new Figure(TIME_LEFT, "s", "Time that is left of the run, about.", Map.of(), time.toMillis() / 1e3)));
        return all;
    }

    private Map<String, String> labels(LiveMetric metric) {
        var labels = new LinkedHashMap<String, String>();
        if (LiveMetric.ofPool(metric.otel()) && !pool.isEmpty()) {
            labels.put("db.client.connection.pool.name", pool);
        }
        metric.state().ifPresent(state -> labels.put("db.client.connection.state", state));
        return labels;
    }

    private synchronized void found(String name) {
        pool = name;
    }

    private synchronized void read(Sample sample) {
        for (LiveMetric metric : LiveMetric.values()) {
            OptionalDouble value = sample.get(metric.metric());
            if (value.isPresent()) {
                values.put(metric, metric.value(value.getAsDouble()));
            } else {
                values.remove(metric);
            }
        }
    }

    private synchronized void tries(int number, String what) {
        trial = number;
        settings = what;
    }

    /** Forgets what was read last: it is no longer so between two loads. */
    private synchronized void forget() {
        values.clear();
    }

    private synchronized void left(Duration time) {
        left = Optional.of(time);
    }

    /**
     * Returns progress that keeps this up to date.
     *
     * @param eachSecond is told when a second has been read
     */
    Progress beside(Progress other, Consumer<Instant> eachSecond) {
        return new Progress() {
            @Override
            public void phase(Message what) {
                other.phase(what);
            }

            @Override
            public void poolFound(String name) {
                other.poolFound(name);
                found(name);
            }

            @Override
            public void decided(Trace trace, Optional<TrialPlan> plan) {
                other.decided(trace, plan);
            }

            @Override
            public void trialStarted(PlannedTrial planned, int number) {
                other.trialStarted(planned, number);
                tries(number, planned.settings().toString());
            }

            @Override
            public void turnsStarted(List<PlannedTrial> planned, int number) {
                other.turnsStarted(planned, number);
                tries(number, Progress.together(planned));
            }

            @Override
            public void second(Sample sample) {
                other.second(sample);
                read(sample);
                eachSecond.accept(Instant.now());
            }

            @Override
            public void timeLeft(Duration time) {
                other.timeLeft(time);
                left(time);
            }

            @Override
            public void trialEnded(Trial ended) {
                other.trialEnded(ended);
                forget();
            }

            @Override
            public void done() {
                other.done();
            }
        };
    }

    /** Writes the text format of Prometheus, version 0.0.4. */
    String prometheus() {
        var text = new StringBuilder();
        String last = "";
        for (Figure each : figures()) {
            String name = LiveMetric.prometheus(each.name(), each.unit());
            if (!name.equals(last)) {
                text.append("# HELP ")
                        .append(name)
                        .append(' ')
                        .append(each.help())
                        .append('\n');
                text.append("# TYPE ").append(name).append(" gauge\n");
                last = name;
            }
            text.append(name)
                    .append("{experiment=\"")
                    .append(escaped(experiment))
                    .append('"');
            each.labels()
                    .forEach((label, value) -> text.append(',')
                            .append(label.replace('.', '_'))
                            .append("=\"")
                            .append(escaped(value))
                            .append('"'));
            text.append("} ").append(each.value()).append('\n');
        }
        return text.toString();
    }

    private static String escaped(String value) {
        return PlainText.lines(value)
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n");
    }
}
