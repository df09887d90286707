package dev.poolfit.report;

import dev.poolfit.evidence.ResponseTimes;
import dev.poolfit.evidence.Trial;
import dev.poolfit.verdict.Performance;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;

/** The response times before and with the answer, all together and by kind of request. */
final class HtmlResponseTimes {
    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;

    HtmlResponseTimes(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
    }

    void write() {
        List<Shown> shown = Shown.of(run);
        if (shown.isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text("times.heading"));
        html.open("div", "class", "charts");
        HtmlCharts.place(html, "latency", language.text("times.distribution"));
        html.close("div");
        html.element("p", language.text("times.caption"), "class", "muted");
        html.open("div", "class", "wide", "tabindex", "0").open("table");
        html.open("thead").open("tr");
        html.element("th", language.text("times.request"), "scope", "col");
        for (String name : List.of("rate", "mean")) {
            heading(language.text("column." + name));
        }
        ResponseTimes.LEVELS.forEach(level -> heading("p" + figures.plain(100 * level)));
        heading(language.text("column.errors"));
        html.close("tr", "thead");
        shown.forEach(this::setting);
        html.close("table", "div", "section");
    }

    private void heading(String text) {
        html.element("th", text, "class", "figure", "scope", "col");
    }

    private void setting(Shown shown) {
        html.open("tbody").open("tr");
        html.element(
                "th",
                language.text("label." + shown.mark()) + ", " + shown.setting(),
                "colspan",
                "" + (ResponseTimes.LEVELS.size() + 4),
                "scope",
                "rowgroup");
        html.close("tr");
        double seconds = shown.trial().countedSeconds();
        shown.trial().responses().times().forEach(each -> row(each, seconds));
        html.close("tbody");
    }

    private void row(ResponseTimes times, double seconds) {
        html.open("tr");
        html.element(
                "td", times.request().isEmpty() ? language.text("times.all") : times.request(), "class", "request");
        figure(figures.rate(times.good() / seconds));
        figure(figures.millis(times.meanMs()));
        for (double level : ResponseTimes.LEVELS) {
            figure(times.percentile(level).stream()
                    .mapToObj(figures::millis)
                    .findFirst()
                    .orElse("–"));
        }
        figure(figures.percent((double) times.failed() / Math.max(1, times.good() + times.failed())));
        html.close("tr");
    }

    private void figure(String text) {
        html.element("td", text, "class", "figure");
    }

    /**
     * The response times that a report shows: those of the initial settings and of the answer, each of one trial.
     *
     * @param mark {@code before}, {@code recommended} or {@code nearest}
     * @param setting in words
     * @param trial the last that counts with a load of its own: where settings take turns, responses are not of one of them
     */
    record Shown(String mark, String setting, Trial trial) {
        private static List<Shown> of(Run run) {
            var conclusion = run.conclusion();
            Optional<Performance> before = conclusion
                    .baseline()
                    .filter(each -> conclusion
                            .recommended()
                            .filter(other -> other.settings().equals(each.settings()))
                            .isEmpty());
            return Stream.concat(
                            before.stream().flatMap(each -> of(run, each, "before").stream()),
                            conclusion.recommended().stream()
                                    .flatMap(each -> of(run, each, Phrases.answerMark(run)).stream()))
                    .toList();
        }

        private static Optional<Shown> of(Run run, Performance at, String mark) {
            var settings = Phrases.tuned(run, at.settings());
            return run.trials().stream()
                    .filter(each -> Phrases.tuned(run, each.settings()).equals(settings))
                    .filter(each -> each.valid()
                            && each.periods().isEmpty()
                            && !each.responses().times().isEmpty())
                    .max(Comparator.comparing(Trial::number))
                    .map(each -> new Shown(mark, Phrases.setting(run, at.settings()), each));
        }

        /** Returns the times of all responses together. */
        ResponseTimes all() {
            return trial.responses().times().get(0);
        }

        /** Writes for the script {@code [[name, mark], [ms, share], …]} of each. */
        static ArrayNode json(Run run, Language language) {
            ArrayNode json = Json.array();
            for (Shown each : of(run)) {
                var curve = json.addObject().put("name", language.text("label." + each.mark) + ", " + each.setting);
                curve.put("mark", each.mark);
                var points = curve.putArray("points");
                ResponseTimes all = each.all();
                for (int bin = 0; bin < all.bins().size(); bin++) {
                    points.addArray()
                            .add(Json.number(all.beginMs(bin)))
                            .add(Json.number(100.0 * all.bins().get(bin) / all.count()));
                }
                points.addArray()
                        .add(Json.number(all.beginMs(all.bins().size())))
                        .add(0);
            }
            return json;
        }
    }
}
