package dev.poolfit.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** A run as one page that a browser opens without a network; verdict and tables stand there without the script, too. */
public final class HtmlReport {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.common.min.js";
    private static final List<String> SCRIPT = List.of(
            "chart-kit.js", "chart-settings.js", "chart-model.js", "chart-series.js", "chart-latency.js", "report.js");

    private static final List<String> LIVE_SCRIPT =
            List.of("chart-kit.js", "chart-settings.js", "chart-model.js", "chart-series.js", "live.js");

    private static final List<String> LABELS = List.of(
            "predicted",
            "measured",
            "not-fitted",
            "recommended",
            "nearest",
            "before",
            "goal",
            "ceiling",
            "warm-up",
            "good",
            "failures",
            "offered",
            "in-use",
            "waiting",
            "pool-size",
            "service",
            "database",
            "load-generator",
            "contents",
            "copy",
            "copied");

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private HtmlReport() {}

    public static String of(Run run, Language language) {
        return page(run, language, resource(CHARTS));
    }

    static String page(Run run, Language language, String charts) {
        String script = script(SCRIPT);
        ObjectNode data = ChartData.of(run, language);
        data.set("labels", labels(language));
        var parts = Map.ofEntries(
                Map.entry("language", language.tag()),
                Map.entry("policy", policy(charts, script)),
                Map.entry("title", Html.escape(run.question().name()) + " · Poolfit"),
                Map.entry("style", resource("report.css") + resource("model.css")),
                Map.entry("name", Html.escape(run.question().name())),
                Map.entry("time", HtmlMethod.time(run)),
                Map.entry("body", body(run, language)),
                Map.entry(
                        "footer",
                        Html.escape(
                                language.text("page.footer", run.circumstances().version()))),
                Map.entry("data", Json.embedded(data)),
                Map.entry("charts", charts),
                Map.entry("script", script));
        return filled(resource("report.html"), parts);
    }

    /**
     * A page and the content security policy that it is served with.
     *
     * @param text HTML
     */
    public record Page(String text, String policy) {}

    /** Returns the page that follows a run: it draws what {@link #state} tells it. */
    public static Page live(Language language, String name, String version) {
        String charts = resource(CHARTS);
        String script = script(LIVE_SCRIPT);
        ObjectNode data = Json.object();
        data.putArray("settings");
        data.putArray("trials");
        data.putArray("curve");
        data.putArray("times");
        data.putObject("series");
        ObjectNode labels = labels(language);
        List.of("lost", "stopping", "left", "borrows")
                .forEach(each -> labels.put(each, language.text("live.page." + each)));
        data.set("labels", labels);
        String policy = policy(charts, script) + "; connect-src 'self'";
        var html = new Html();
        html.open("section", "class", "live");
        html.element("h1", language.text("live.title"));
        html.element("p", language.text("live.begins"), "id", "phase", "class", "lead", "aria-live", "polite");
        html.element("p", "", "id", "why", "class", "muted");
        html.open("p").inline("span", "", "id", "left", "class", "left").close("p");
        html.element("button", language.text("live.stop"), "type", "button", "id", "stop");
        html.element("p", "", "id", "lost", "class", "muted", "role", "status");
        html.open("div", "class", "charts");
        HtmlCharts.place(html, "series-rate", language.text("series.rate"));
        HtmlCharts.place(html, "series-pool", language.text("series.pool"));
        html.close("div", "section");
        html.open("div", "id", "part").close("div");
        html.open("section", "id", "sofar", "hidden", "hidden").element("h2", language.text("live.sofar"));
        html.open("div", "id", "verdict").close("div");
        html.open("div", "class", "charts");
        HtmlCharts.place(html, "throughput", language.text("live.settings"));
        HtmlCharts.place(html, "model-rate", language.text("live.model"));
        html.close("div");
        html.element("h2", language.text("trials.heading"));
        html.open("ol", "id", "trials", "reversed", "reversed").close("ol");
        html.close("section");
        var parts = Map.of(
                "language",
                language.tag(),
                "policy",
                policy,
                "title",
                Html.escape(name) + " · Poolfit",
                "style",
                resource("report.css") + resource("model.css") + resource("sizing.css") + resource("live.css"),
                "name",
                Html.escape(name),
                "body",
                html.toString(),
                "footer",
                Html.escape(language.text("page.footer", version)),
                "data",
                Json.embedded(data),
                "charts",
                charts,
                "script",
                script);
        return new Page(filled(resource("report.html"), parts), policy);
    }

    /** Fills the places of a template; one of which nothing is known stays empty. */
    private static String filled(String template, Map<String, String> parts) {
        return PLACE.matcher(template)
                .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), "")));
    }

    /** Returns the parts of one function, so that a page has no global names. */
    private static String script(List<String> parts) {
        return "(() => {\n'use strict';\n"
                + parts.stream().map(HtmlReport::resource).collect(Collectors.joining())
                + "})();\n";
    }

    /** Returns the policy of a page that runs these very scripts and no other. */
    private static String policy(String charts, String script) {
        return "default-src 'none'; script-src " + hash(charts) + " " + hash(script)
                + "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
    }

    /** Writes what the live page draws of a run, as JSON on one line: the charts' data, and the verdict as HTML. */
    public static String state(Run run, Language language) {
        var brief = new Run(
                run.question(), run.conclusion(), run.trials(), Map.of(), run.circumstances(), Optional.empty());
        ObjectNode data = ChartData.of(brief, language);
        var html = new Html();
        new HtmlVerdict(brief, html, language).upper();
        data.put("verdict", html.toString());
        return Json.embedded(data);
    }

    /**
     * Returns a page without a script.
     *
     * @param style its own style sheet, beside that of the report
     */
    public static String plainPage(
            Language language, String name, String subtitle, String body, String footer, String style) {
        var parts = Map.of(
                "language",
                language.tag(),
                "policy",
                "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
                "title",
                Html.escape(name) + " · Poolfit",
                "style",
                resource("report.css") + resource(style),
                "name",
                Html.escape(name),
                "time",
                Html.escape(subtitle),
                "body",
                body,
                "footer",
                Html.escape(footer));
        return filled(resource("report.html").replaceAll("(?m)^<script.*\\n", ""), parts);
    }

    /** Writes what a reader sees, without style and script. */
    static String body(Run run, Language language) {
        var html = new Html();
        new HtmlVerdict(run, html, language).write();
        var charts = new HtmlCharts(run, html, language);
        charts.settings();
        new HtmlResponseTimes(run, html, language).write();
        new HtmlModel(run, html, language).write();
        run.revisits().ifPresent(table -> new HtmlEarlier(table, html, language).write());
        charts.series();
        new HtmlTables(run, html, language).trials();
        new HtmlMethod(run, html, language).write();
        return html.toString();
    }

    /** Returns the words of the charts, by the names that the script has for them. */
    private static ObjectNode labels(Language language) {
        ObjectNode labels = Json.object();
        LABELS.forEach(name -> labels.put(name, language.text("label." + name)));
        return labels;
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program's jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + name + " from the program's jar", e);
        }
    }

    /** Returns the source that the page's policy allows: this very script and no other. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
