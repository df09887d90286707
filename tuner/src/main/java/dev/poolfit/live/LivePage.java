package dev.poolfit.live;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.report.RuleText;
import dev.poolfit.report.Run;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows a run as a page of this machine that follows it: this second, each trial, the model's curve, and the answer as it would
 * be if the run ended now. Between loads alone that answer is worked out, so that no trial is disturbed.
 */
public final class LivePage implements AutoCloseable {
    private static final int SECONDS = 180;
    private static final JsonMapper JSON = Json.mapper();
    private static final List<Metric> SHOWN = List.of(
            Metric.THROUGHPUT,
            Metric.FAILURES,
            Metric.ACQUISITIONS,
            Metric.P99,
            Metric.POOL_ACTIVE,
            Metric.POOL_PENDING,
            Metric.POOL_MAX);

    private final Language language;
    private final Board board = new Board();
    private final PageServer server;
    private final Telemetry telemetry;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private Runnable stop;
    private Supplier<Optional<Run>> soFar = Optional::empty;
    private Optional<Supplier<String>> livePart = Optional.empty();
    private String phase = "";
    private String why = "";
    private Optional<Duration> left = Optional.empty();
    private boolean dirty;
    private boolean stopping;
    private boolean ended;

    private LivePage(int port, Optional<String> token, Language language, String name, String version, Runnable stop) {
        this.language = language;
        this.stop = stop;
        HtmlReport.Page page = HtmlReport.live(language, name, version);
        telemetry = new Telemetry(name);
        server = new PageServer(port, page.text(), page.policy(), board, this::stopped, telemetry::prometheus, token);
        told();
    }

    /**
     * Opens the page.
     *
     * @param port 1 to 65535, or 0 for one that is free
     * @param token in the address; empty for one that is drawn
     * @param name of the experiment
     * @param stop ends the program, where it is asked to stop before the run can be followed
     * @throws dev.poolfit.evidence.EnvironmentFailure if the port is taken
     */
    public static LivePage open(
            int port, Optional<String> token, Language language, String name, String version, Runnable stop) {
        return new LivePage(port, token, language, name, version, stop);
    }

    /** Returns the page's address for a browser on this machine. */
    public String address() {
        return server.address();
    }

    /**
     * Follows a run.
     *
     * @param soFar the run as it would be if it ended now; empty before its first trial
     * @param stop ends the run with what is known; called at most once
     */
    public synchronized void follow(Supplier<Optional<Run>> soFar, Runnable stop) {
        this.soFar = soFar;
        this.stop = stop;
    }

    /**
     * Follows a run under the service's own traffic.
     *
     * @param soFar the page's part on the run as it would be if it ended now
     * @param stop ends the run with what is known; called at most once
     */
    public synchronized void followLive(Supplier<String> soFar, Runnable stop) {
        livePart = Optional.of(soFar);
        this.stop = stop;
    }

    /** Shows the end of a run under the service's own traffic; nothing comes after it. */
    public synchronized void endLive(String report) {
        ended = true;
        left = Optional.empty();
        why = "";
        phase = language.text("live.ended", report);
        livePart.ifPresent(this::reportLive);
        told();
    }

    private void reportLive(Supplier<String> part) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("html", part.get());
        board.write("part", JSON.writeValueAsString(json));
    }

    private synchronized void stopped() {
        if (!stopping && !ended) {
            stopping = true;
            stop.run();
            told();
        }
    }

    /** Wraps progress so that the page shows it, too. */
    public Progress beside(Progress other) {
        return telemetry.beside(new Shown(other), now -> {});
    }

    /** Shows the end of the run; nothing comes after it. */
    public synchronized void end(Run run, String report) {
        ended = true;
        left = Optional.empty();
        why = "";
        phase = language.text("live.ended", report);
        report(run);
        told();
    }

    /** Closes the page; a run that had no end has failed, and the terminal says why. */
    @Override
    public void close() {
        synchronized (this) {
            if (!ended) {
                ended = true;
                left = Optional.empty();
                phase = language.text("live.failed");
                told();
            }
        }
        server.close();
    }

    private void report(Run run) {
        board.write("report", HtmlReport.state(run, language));
    }

    /** Reports, before the next load, what the trials so far amount to. */
    private void concluded() {
        livePart.ifPresent(this::reportLive);
        if (dirty) {
            dirty = false;
            soFar.get().ifPresent(this::report);
        }
    }

    private void told() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("phase", phase);
        json.put("why", why);
        left.ifPresent(time -> json.put("left", Math.max(0, time.toSeconds())));
        json.put("stopping", stopping);
        json.put("ended", ended);
        ObjectNode columns = json.putObject("series");
        ArrayNode seconds = columns.putArray("second");
        for (int i = 0; i < samples.size(); i++) {
            seconds.add(i);
        }
        for (Metric metric : SHOWN) {
            if (samples.stream().anyMatch(sample -> sample.get(metric).isPresent())) {
                ArrayNode values = columns.putArray(metric.key());
                samples.forEach(sample -> sample.get(metric).ifPresentOrElse(values::add, values::addNull));
            }
        }
        board.write("state", JSON.writeValueAsString(json));
    }

    private final class Shown implements Progress {
        private final Progress other;
        private final RuleText rules = new RuleText(language);
        private String rule = "";

        Shown(Progress other) {
            this.other = other;
        }

        @Override
        public void phase(Message what) {
            other.phase(what);
            synchronized (LivePage.this) {
                phase = language.text(what);
                why = "";
                concluded();
                told();
            }
        }

        @Override
        public void poolFound(String name) {
            other.poolFound(name);
        }

        @Override
        public void decided(Trace trace, Optional<TrialPlan> plan) {
            other.decided(trace, plan);
            synchronized (LivePage.this) {
                rule = Stream.concat(rules.news(trace.chain()).stream(), Stream.of(rules.because(trace.chain())))
                        .collect(Collectors.joining(" "))
                        .strip();
            }
        }

        @Override
        public void turnsStarted(List<PlannedTrial> planned, int number) {
            Progress.super.turnsStarted(planned, number);
            synchronized (LivePage.this) {
                why = rule;
            }
        }

        @Override
        public void trialStarted(PlannedTrial planned, int number) {
            other.trialStarted(planned, number);
            synchronized (LivePage.this) {
                phase = language.text("trial", number) + ": " + planned.settings();
                why = rule.isEmpty()
                        ? language.text("live.why." + planned.role().name().toLowerCase(Locale.ROOT))
                        : rule;
                concluded();
                told();
            }
        }

        @Override
        public void second(Sample sample) {
            other.second(sample);
            synchronized (LivePage.this) {
                samples.addLast(sample);
                if (samples.size() > SECONDS) {
                    samples.removeFirst();
                }
                told();
            }
        }

        @Override
        public void timeLeft(Duration time) {
            other.timeLeft(time);
            synchronized (LivePage.this) {
                left = Optional.of(time);
            }
        }

        @Override
        public void trialEnded(Trial trial) {
            other.trialEnded(trial);
            synchronized (LivePage.this) {
                dirty = true;
            }
        }

        @Override
        public void done() {
            other.done();
        }
    }
}
