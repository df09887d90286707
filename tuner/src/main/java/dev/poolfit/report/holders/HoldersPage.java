package dev.poolfit.report.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldKind;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Language;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes who holds the connections, as a page that needs neither a script nor a network. */
public final class HoldersPage {
    private static final int MOST_BARS = 12;
    private static final int HEIGHT = 120;
    /** Percent of the page's width below which a box has no room for words. */
    static final double NARROW = 5;

    private final HoldReport report;
    private final HoldVerdict verdict;
    private final Language language;
    private final Figures figures;
    private final Html html = new Html();

    private HoldersPage(HoldReport report, HoldVerdict verdict, Language language) {
        this.report = report;
        this.verdict = verdict;
        this.language = language;
        this.figures = new Figures(language);
    }

    /**
     * Writes the page.
     *
     * @param name of the service
     * @param version of the program
     */
    public static String of(Diagnosis diagnosis, Language language, String name, String version) {
        HoldReport report = diagnosis.report();
        var page = new HoldersPage(report, diagnosis.verdict(), language);
        page.body();
        diagnosis.database().ifPresent(seen -> new DatabaseSection(seen, language).write(page.html));
        page.configuration(diagnosis.configuration());
        page.notes();
        return HtmlReport.plainPage(
                language,
                name,
                language.text("holders.heading", report.pool(), Math.round(report.seconds()), report.size()),
                page.html.toString(),
                language.text("holders.footer", version),
                "holders.css");
    }

    static String kind(Language language, HoldKind kind) {
        return language.text("holders.kind." + kind.name().toLowerCase(Locale.ROOT));
    }

    /** Returns the class that gives a kind its colour. */
    static String style(HoldKind kind) {
        return "k-" + kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a route as it is; a class and method without their package. */
    static String label(String name) {
        if (name.contains(" ") || name.contains("/") || name.startsWith("(")) {
            return name;
        }
        return HoldVerdict.shortened(name);
    }

    private void body() {
        html.open("section");
        html.element("h1", language.text("holders.title"));
        html.element("p", language.text(verdict.answer()), "class", "lead");
        List<Finding> others = verdict.findings().stream()
                .filter(finding -> !finding.advice().equals(verdict.answer()))
                .toList();
        if (!others.isEmpty()) {
            html.open("ul");
            others.forEach(each -> html.element("li", language.text(each.advice())));
            html.close("ul");
        }
        html.close("section");
        if (!report.endpoints().isEmpty()) {
            flame();
            bars();
            moments();
            new HoldersTables(report, language, html).write();
        }
    }

    private void configuration(List<Finding> findings) {
        if (findings.isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text("configuration.heading"));
        html.open("ul");
        findings.forEach(each -> html.element(
                "li",
                language.text(
                        "finding.line", each.rule(), language.text(each.severity()), language.text(each.advice()))));
        html.close("ul", "section");
    }

    private void notes() {
        html.open("section");
        if (report.dropped() > 0) {
            html.element("p", language.text("holders.dropped", report.dropped()), "class", "note");
        }
        html.element("p", language.text("holders.cost", figures.percent(report.recorderCores())), "class", "note");
        html.close("section");
    }

    private void flame() {
        html.open("section").element("h2", language.text("holders.flame"));
        html.element("p", language.text("holders.flame.note"), "class", "note");
        legend();
        new FlameGraph(html, language).draw(report);
        html.close("section");
    }

    private void legend() {
        html.open("p", "class", "keys");
        for (HoldKind each : HoldKind.values()) {
            boolean used = report.endpoints().stream()
                    .anyMatch(endpoint -> endpoint.kinds().getOrDefault(each, 0.0) > 0);
            if (used) {
                html.inline("span", kind(language, each), "class", "key " + style(each))
                        .text(" ");
            }
        }
        html.close("p");
    }

    private void bars() {
        html.open("section").element("h2", language.text("holders.bars"));
        html.element("p", language.text("holders.bars.note"), "class", "note");
        List<EndpointHolds> shown = report.endpoints().stream()
                .filter(each -> each.borrows() > 0)
                .limit(MOST_BARS)
                .toList();
        double longest = shown.stream()
                .mapToDouble(each -> each.waits().mean() + each.holds().mean())
                .max()
                .orElse(1);
        for (EndpointHolds each : shown) {
            html.open("div", "class", "endpoint");
            html.element("p", label(each.name()) + " — " + figures.percent(each.share()), "class", "name");
            html.open("div", "class", "bar");
            part(language.text("holders.kind.wait"), "k-wait", each.waits().mean(), longest);
            each.kinds().entrySet().stream()
                    .sorted(Comparator.comparingDouble(Map.Entry<HoldKind, Double>::getValue)
                            .reversed())
                    .forEach(part -> part(
                            kind(language, part.getKey()),
                            style(part.getKey()),
                            part.getValue() * each.holds().mean(),
                            longest));
            html.close("div", "div");
        }
        html.close("section");
    }

    private void part(String name, String style, double millis, double longest) {
        double width = 100 * millis / Math.max(1e-9, longest);
        if (width >= 0.2) {
            String text = name + " " + figures.millis(millis);
            html.element(
                    "div",
                    width < NARROW ? "" : text,
                    "class",
                    style,
                    "style",
                    String.format(Locale.ROOT, "width:%.2f%%", width),
                    "title",
                    text);
        }
    }

    private void moments() {
        if (report.moments().size() < 2) {
            return;
        }
        html.open("section").element("h2", language.text("holders.time"));
        int most = Math.max(
                report.size(),
                report.moments().stream()
                        .mapToInt(HoldReport.Moment::waiting)
                        .max()
                        .orElse(1));
        int seconds = report.moments().size();
        html.open(
                "svg",
                "class",
                "moments",
                "viewBox",
                "0 0 " + 10 * seconds + " " + HEIGHT,
                "preserveAspectRatio",
                "none",
                "role",
                "img",
                "aria-label",
                language.text("holders.time"));
        for (int i = 0; i < seconds; i++) {
            HoldReport.Moment moment = report.moments().get(i);
            column(10 * i, moment.peak(), most, "in-use");
            column(10 * i + 5, moment.waiting(), most, "waiting");
        }
        html.close("svg");
        html.open("p", "class", "keys");
        html.inline("span", language.text("holders.time.in-use"), "class", "key in-use")
                .text(" ");
        html.inline("span", language.text("holders.time.waiting"), "class", "key waiting");
        html.close("p");
        html.element("p", language.text("holders.time.scale", most, seconds), "class", "note");
        html.close("section");
    }

    private void column(int left, int value, int most, String style) {
        double height = (double) HEIGHT * value / Math.max(1, most);
        html.open(
                        "rect",
                        "class",
                        style,
                        "x",
                        "" + left,
                        "y",
                        String.format(Locale.ROOT, "%.1f", HEIGHT - height),
                        "width",
                        "4.5",
                        "height",
                        String.format(Locale.ROOT, "%.1f", height))
                .close("rect");
    }
}
