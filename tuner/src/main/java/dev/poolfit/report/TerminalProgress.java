package dev.poolfit.report;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Progress on standard error: one line that is rewritten on a terminal, else a line at each event. */
public final class TerminalProgress implements Progress {
    private static final int LONGEST = 100;

    private final PrintStream out;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;
    private final RuleText rules;
    private final boolean terminal;
    private final boolean debug;
    private final int columns;
    private String trial = "";
    /** The phase; it is shown with the next second, then told anew or over. */
    private String phase = "";

    private String told = "";
    private Settings settings = Settings.NONE;
    private boolean open;
    private Optional<Duration> left = Optional.empty();

    /**
     * Progress of 80 columns.
     *
     * @param language the reader's language
     * @param terminal whether a line may be rewritten
     */
    public TerminalProgress(PrintStream out, Language language, boolean terminal) {
        this(out, language, terminal, Columns.TERMINAL, false);
    }

    /** @param debug true to tell at each decision every rule that was asked */
    public TerminalProgress(PrintStream out, Language language, boolean terminal, boolean debug) {
        this(out, language, terminal, Columns.TERMINAL, debug);
    }

    /**
     * Progress as wide as a terminal.
     *
     * @param language the reader's language
     * @param columns the terminal's width; lines are cut to it and to 100; a log has no width
     */
    TerminalProgress(PrintStream out, Language language, boolean terminal, int columns, boolean debug) {
        this.debug = debug;
        rules = new RuleText(language);
        this.out = out;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
        this.terminal = terminal;
        // The last column stays free: some terminals wrap as soon as it is written.
        this.columns = Math.max(20, Math.min(columns - 1, LONGEST));
    }

    @Override
    public synchronized void phase(Message what) {
        phase = language.text(what);
        if (terminal || !told.equals(what.key())) {
            write(phase);
        }
        told = what.key();
    }

    @Override
    public synchronized void decided(Trace trace, Optional<TrialPlan> plan) {
        if (debug) {
            rules.asked(trace, plan).forEach(this::keep);
        } else if (plan.isPresent()) {
            rules.news(trace.chain()).forEach(each -> keep(language.text("step", each)));
            String because = rules.because(trace.chain());
            if (!because.isEmpty()) {
                keep("  " + trace.chain() + ": " + because);
            }
        }
    }

    @Override
    public synchronized void trialStarted(PlannedTrial planned, int number) {
        settings = planned.settings();
        trial = phrases.trial(number, planned.role()) + ": " + settings;
        phase = "";
        told = "";
        write(trial);
    }

    @Override
    public synchronized void second(Sample sample) {
        if (terminal) {
            rewrite(phase.isEmpty() ? trial : phase, live(sample) + remaining());
            // Under one load for several settings there is no trial, and the phase goes on.
            phase = trial.isEmpty() ? phase : "";
        }
    }

    @Override
    public synchronized void timeLeft(Duration left) {
        this.left = Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    @Override
    public synchronized void trialEnded(Trial ended) {
        var flags = ended.flags().stream().map(flag -> ", " + Phrases.key(flag)).reduce("", String::concat);
        keep(language.text("trial", ended.number()) + ": " + shown(ended.settings()) + " — "
                + phrases.rate(ended.throughput()) + ", "
                + phrases.quality(ended.p99Ms().told(), ended.errorRate()) + flags
                + (terminal ? "" : remaining()));
        if (ended.flags().contains(Flag.CHANGED_FROM_OUTSIDE)) {
            keep("  " + phrases.meaning(Flag.CHANGED_FROM_OUTSIDE));
        }
        trial = "";
    }

    @Override
    public synchronized void done() {
        if (open) {
            out.print("\r\u001b[K");
            open = false;
        }
        out.flush();
    }

    /** Returns the effective values of what was to be applied. */
    private Settings shown(Settings effective) {
        var planned = effective.restrictedTo(settings.knobs());
        return planned.knobs().isEmpty() ? effective : planned;
    }

    private String live(Sample sample) {
        var text = new StringBuilder();
        sample.get(Metric.THROUGHPUT).ifPresent(value -> text.append(" · ").append(figures.rate(value)));
        sample.get(Metric.P99)
                .ifPresent(value -> text.append(" · ")
                        .append(language.text("column.p99"))
                        .append(' ')
                        .append(figures.millis(value)));
        sample.get(Metric.POOL_PENDING)
                .ifPresent(value -> text.append(" · ").append(language.text("live.pending", figures.plain(value))));
        sample.get(Metric.FAILURES)
                .ifPresent(value -> text.append(" · ").append(language.text("live.errors", figures.plain(value))));
        return text.toString();
    }

    private String remaining() {
        return left.map(time -> " · "
                        + language.text(
                                "live.left",
                                String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart())))
                .orElse("");
    }

    private void write(String text) {
        if (terminal) {
            rewrite(text, remaining());
        } else {
            keep(text);
        }
    }

    /** Rewrites the line; its end changes each second, so the words before it are cut where there is no room. */
    private void rewrite(String text, String figures) {
        int room = Math.max(0, columns - Columns.width(figures));
        out.print("\r\u001b[K" + Columns.truncate(Columns.truncate(Columns.clean(text), room) + figures, columns));
        out.flush();
        open = true;
    }

    private void keep(String text) {
        if (open) {
            out.print("\r\u001b[K");
            open = false;
        }
        String line = Columns.clean(text);
        out.print((terminal ? String.join("\n  ", Columns.wrap(line, columns - 2)) : line) + "\n");
        out.flush();
    }
}
