package dev.poolfit.compare;

import dev.poolfit.report.Columns;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.report.TextTable;
import dev.poolfit.units.Message;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a comparison for a terminal of 80 columns, as a page without a script, and for programs. */
public final class ComparisonView {
    private static final int LONGEST_NAME = 24;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
    private static final int WIDTH = 720;
    private static final int HEIGHT = 200;

    private final RunComparison comparison;
    private final Language language;
    private final Figures figures;

    /** @param language the reader's language */
    public ComparisonView(RunComparison comparison, Language language) {
        this.comparison = comparison;
        this.language = language;
        figures = new Figures(language);
    }

    /** Writes it for a terminal. */
    public String text() {
        var lines = new ArrayList<String>();
        var table = new TextTable(Set.of(0), heading());
        comparison.runs().forEach(each -> table.add(row(each)));
        lines.addAll(table.lines(Columns.TERMINAL));
        lines.add("");
        sentences().forEach(each -> lines.addAll(Columns.wrap(Columns.clean(each), Columns.TERMINAL)));
        return String.join("\n", lines) + "\n";
    }

    private List<String> heading() {
        return List.of("run", "started", "pool", "threads", "rate", "interval", "p99", "hold", "cpu").stream()
                .map(column -> language.text("compare.column." + column))
                .toList();
    }

    private List<String> row(ComparedRun each) {
        return List.of(
                Columns.clean(
                        each.name().length() > LONGEST_NAME
                                ? "…" + each.name().substring(each.name().length() - LONGEST_NAME + 1)
                                : each.name()),
                TIME.format(each.run().circumstances().started().atZone(ZoneId.systemDefault()))
                        .substring(5),
                whole(each.pool()) + (nearest(each) ? "?" : ""),
                whole(each.threads()),
                each.answer()
                        .map(answer -> figures.number(answer.throughput().mean()))
                        .orElse("–"),
                each.answer().map(answer -> figures.range(answer.throughput())).orElse("–"),
                each.answer()
                        .map(answer -> figures.millis(answer.p99Ms().told()))
                        .orElse("–"),
                millis(each.holdMs()),
                millis(each.cpuMs()));
    }

    /** Returns whether the pool that is told was only the nearest to the goal. */
    private static boolean nearest(ComparedRun run) {
        return !run.recommends() && run.pool().isPresent();
    }

    private static String whole(OptionalInt value) {
        return value.isPresent() ? "" + value.getAsInt() : "–";
    }

    private String millis(OptionalDouble value) {
        return value.isPresent() ? figures.millis(value.getAsDouble()) : "–";
    }

    /** Returns the sentences below the table, the gravest first. */
    private List<String> sentences() {
        var sentences = new ArrayList<String>();
        List<Message> differences = comparison.differences();
        if (!differences.isEmpty()) {
            sentences.add(language.text("compare.not-alike"));
            differences.forEach(each -> sentences.add("- " + language.text(each)));
        }
        for (ComparedRun each : comparison.others()) {
            sentences.add(String.join(
                    " ", comparison.changes(each).stream().map(language::text).toList()));
        }
        if (comparison.runs().stream().anyMatch(ComparisonView::nearest)) {
            sentences.add(language.text("compare.unsure"));
        }
        sentences.add(language.text("compare.caveat"));
        return sentences;
    }

    /**
     * Writes it as a page.
     *
     * @param version of the program
     */
    public String page(String version) {
        var html = new Html();
        html.open("section", "class", "verdict").element("h1", language.text("compare.title"));
        html.open("div", "class", "wide").open("table").open("thead").open("tr");
        html.element("th", heading().get(0), "scope", "col");
        heading().stream().skip(1).forEach(each -> html.element("th", each, "class", "figure", "scope", "col"));
        html.close("tr", "thead").open("tbody");
        for (ComparedRun each : comparison.runs()) {
            html.open("tr");
            List<String> cells = row(each);
            html.element("th", each.name(), "scope", "row");
            cells.stream().skip(1).forEach(cell -> html.element("td", cell, "class", "figure"));
            html.close("tr");
        }
        html.close("tbody", "table", "div", "section");
        html.open("section").element("h2", language.text("compare.series"));
        series(html);
        html.element("p", language.text("compare.series.note"), "class", "muted");
        html.close("section");
        html.open("section").element("h2", language.text("compare.says"));
        sentences().forEach(each -> html.element("p", each, "class", "prose"));
        html.close("section");
        return HtmlReport.plainPage(
                language,
                language.text("compare.title"),
                "",
                html.toString(),
                language.text("page.footer", version),
                "compare.css");
    }

    /** Draws the rate of each run with its interval, and the pool beside it. */
    private void series(Html html) {
        List<ComparedRun> runs = comparison.runs();
        double most = runs.stream()
                .flatMap(each -> each.answer().stream())
                .mapToDouble(each -> Double.isFinite(each.throughput().high())
                        ? each.throughput().high()
                        : each.throughput().mean())
                .max()
                .orElse(1);
        double step = (double) WIDTH / runs.size();
        html.open(
                "svg",
                "class",
                "runs",
                "viewBox",
                "0 0 " + WIDTH + " " + (HEIGHT + 44),
                "role",
                "img",
                "aria-label",
                String.join(
                        "; ",
                        runs.stream().map(each -> String.join(" ", row(each))).toList()));
        for (int i = 0; i < runs.size(); i++) {
            ComparedRun each = runs.get(i);
            double middle = step * (i + 0.5);
            each.answer().ifPresent(answer -> {
                double mean = answer.throughput().mean();
                bar(html, middle - Math.min(40, step / 3), mean / most, Math.min(80, 2 * step / 3));
                if (Double.isFinite(answer.throughput().high())) {
                    line(
                            html,
                            middle,
                            answer.throughput().low() / most,
                            answer.throughput().high() / most);
                }
            });
            label(html, middle, HEIGHT + 18, language.text("compare.pool-label", whole(each.pool())));
            label(
                    html,
                    middle,
                    HEIGHT + 36,
                    Columns.clean(each.name().length() > 14 ? each.name().substring(0, 13) + "…" : each.name()));
        }
        html.close("svg");
    }

    private static void bar(Html html, double left, double share, double width) {
        html.open(
                        "rect",
                        "class",
                        "rate",
                        "x",
                        number(left),
                        "y",
                        number(HEIGHT * (1 - share)),
                        "width",
                        number(width),
                        "height",
                        number(HEIGHT * share))
                .close("rect");
    }

    private static void line(Html html, double x, double low, double high) {
        html.open(
                        "line",
                        "class",
                        "interval",
                        "x1",
                        number(x),
                        "x2",
                        number(x),
                        "y1",
                        number(HEIGHT * (1 - low)),
                        "y2",
                        number(HEIGHT * (1 - high)))
                .close("line");
    }

    private static void label(Html html, double x, double y, String text) {
        html.element("text", text, "x", number(x), "y", number(y), "text-anchor", "middle");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Writes an object with {@code runs}, {@code comparable}, {@code differences} and {@code changes}; always in English. */
    public String json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        var runs = json.putArray("runs");
        for (ComparedRun each : comparison.runs()) {
            ObjectNode one = runs.addObject();
            one.put("name", each.name());
            one.put("started", each.run().circumstances().started().toString());
            one.put("outcome", each.run().conclusion().outcome().name().toLowerCase(Locale.ROOT));
            each.pool().ifPresent(value -> one.put("pool", value));
            each.threads().ifPresent(value -> one.put("threads", value));
            each.answer().ifPresent(answer -> {
                ObjectNode rate = one.putObject("throughput");
                rate.put("mean", answer.throughput().mean());
                put(rate, "low", answer.throughput().low());
                put(rate, "high", answer.throughput().high());
                put(one, "p99Ms", answer.p99Ms().told());
            });
            each.holdMs().ifPresent(value -> one.put("holdMs", value));
            each.cpuMs().ifPresent(value -> one.put("serviceCpuMsPerRequest", value));
            each.over(comparison.first())
                    .filter(ratio -> each != comparison.first())
                    .ifPresent(ratio -> {
                        ObjectNode over = one.putObject("ratioToFirst");
                        over.put("mean", ratio.mean());
                        over.put("low", ratio.low());
                        over.put("high", ratio.high());
                    });
        }
        json.put("comparable", comparison.differences().isEmpty());
        var differences = json.putArray("differences");
        comparison.differences().forEach(each -> differences.add(Language.EN.text(each)));
        return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static void put(ObjectNode json, String key, double value) {
        if (Double.isFinite(value)) {
            json.put(key, value);
        }
    }
}
