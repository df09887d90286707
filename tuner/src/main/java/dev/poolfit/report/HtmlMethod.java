package dev.poolfit.report;

import dev.poolfit.evidence.Trial;
import dev.poolfit.model.Forecast;
import dev.poolfit.units.Durations;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The last part of the page: how the figures came about. */
final class HtmlMethod {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Run run;
    private final Html html;

    HtmlMethod(Run run, Html html) {
        this.run = run;
        this.html = html;
    }

    static String time(Run run) {
        return TIME.format(run.circumstances().started());
    }

    void write() {
        var question = run.question();
        var circumstances = run.circumstances();
        html.open("section").element("h2", "How it was measured").open("dl", "class", "method");
        row("Load", question.load());
        row("Goal", Phrases.goal(question.goal()));
        question.space()
                .knobs()
                .forEach(knob -> row(
                        "Searched",
                        Phrases.property(knob) + " " + question.space().text(knob)));
        if (!question.fixed().values().isEmpty()) {
            row("Held fixed", question.fixed().toString());
        }
        row(
                "Trials",
                Phrases.count(run.trials().size(), "trial") + " with "
                        + Figures.length(circumstances.loadSeconds()) + " of load, "
                        + Figures.length(circumstances.totalSeconds())
                        + " in all; the budget was "
                        + Figures.length(Durations.seconds(question.budget())));
        double warm =
                run.trials().stream().mapToDouble(Trial::warmSeconds).max().orElse(0);
        row("Warm-up", "up to " + Figures.length(warm) + " a trial, left out of every figure");
        row("Order", "interleaved, seed " + question.seed());
        circumstances
                .database()
                .ifPresent(name -> row(
                        "Database",
                        name
                                + (circumstances.maxConnections().isPresent()
                                        ? ", max_connections "
                                                + circumstances.maxConnections().getAsInt()
                                        : "")));
        run.conclusion().forecast().ifPresent(forecast -> row("Model", model(forecast)));
        row("Started", time(run));
        row("Poolfit", circumstances.version());
        rows("Not read", circumstances.missingProbes());
        rows("Notes", circumstances.notes());
        html.close("dl", "section");
    }

    private static String model(Forecast forecast) {
        return "a queueing model was fitted to the trials; "
                + (forecast.explains()
                        ? "it may have chosen which settings to try next, but every figure of the verdict was measured"
                        : "it does not explain them, so it had no part in the search or the verdict");
    }

    private void rows(String label, List<String> texts) {
        texts.forEach(text -> row(label, text));
    }

    private void row(String label, String text) {
        html.open("div").element("dt", label).element("dd", text).close("div");
    }
}
