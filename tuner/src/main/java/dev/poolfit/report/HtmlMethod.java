package dev.poolfit.report;

import dev.poolfit.units.Durations;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The last part of the page: the method behind the figures. */
final class HtmlMethod {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;

    HtmlMethod(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
    }

    static String time(Run run) {
        return TIME.format(run.circumstances().started());
    }

    void write() {
        var question = run.question();
        var circumstances = run.circumstances();
        html.open("section").element("h2", language.text("method.heading")).open("dl", "class", "method");
        row("load", language.text(question.load()));
        row("goal", phrases.goal(question.goal()));
        question.space()
                .knobs()
                .forEach(knob -> row(
                        "searched",
                        Phrases.property(run, knob) + " " + question.space().text(knob)));
        if (!question.fixed().values().isEmpty()) {
            row("fixed", question.fixed().toString());
        }
        row(
                "trials",
                language.text(
                        "method.effort",
                        run.trials().size(),
                        figures.length(circumstances.loadSeconds()),
                        figures.length(circumstances.totalSeconds()),
                        figures.length(Durations.seconds(question.budget()))));
        double warm = run.trials().stream()
                .mapToDouble(trial -> trial.span().warmSeconds())
                .max()
                .orElse(0);
        row("warm-up", language.text("method.warmed", figures.length(warm)));
        row("order", language.text("method.interleaved", question.seed()));
        circumstances
                .database()
                .ifPresent(name -> row(
                        "database",
                        circumstances.maxConnections().isPresent()
                                ? language.text(
                                        "method.database-limit",
                                        language.text(name),
                                        circumstances.maxConnections().getAsInt())
                                : language.text(name)));
        run.conclusion()
                .forecast()
                .ifPresent(forecast ->
                        row("model", language.text(forecast.explains() ? "method.guided" : "method.unguided")));
        row("started", time(run));
        row("version", circumstances.version());
        rows("not-read", language.text(circumstances.missingProbes()));
        rows("notes", language.text(circumstances.notes()));
        html.close("dl", "section");
    }

    private void rows(String label, List<String> texts) {
        texts.forEach(text -> row(label, text));
    }

    private void row(String label, String text) {
        html.open("div")
                .element("dt", language.text("method." + label))
                .element("dd", text)
                .close("div");
    }
}
