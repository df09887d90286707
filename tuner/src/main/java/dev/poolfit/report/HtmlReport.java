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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** A run as one page that a browser opens without a network; verdict and tables stand there without the script, too. */
public final class HtmlReport {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.common.min.js";
    /** Parts of one function, so that the page has no global names. */
    private static final List<String> SCRIPT =
            List.of("chart-kit.js", "chart-settings.js", "chart-model.js", "chart-series.js", "report.js");

    private static final List<String> LABELS = List.of(
            "predicted",
            "measured",
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
            "load-generator");

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private HtmlReport() {}

    public static String of(Run run, Language language) {
        return page(run, language, resource(CHARTS));
    }

    static String page(Run run, Language language, String charts) {
        String script = "(() => {\n'use strict';\n"
                + SCRIPT.stream().map(HtmlReport::resource).collect(Collectors.joining())
                + "})();\n";
        ObjectNode data = ChartData.of(run, language);
        data.set("labels", labels(language));
        var parts = Map.ofEntries(
                Map.entry("language", language.tag()),
                Map.entry(
                        "policy",
                        "default-src 'none'; script-src " + hash(charts) + " " + hash(script)
                                + "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"),
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
        return PLACE.matcher(resource("report.html"))
                .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), "")));
    }

    /**
     * A page without a script.
     *
     * @param style its own style sheet, beside that of the report
     */
    static String plainPage(Language language, String name, String subtitle, String body, String footer, String style) {
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
        String page = resource("report.html").replaceAll("(?m)^<script.*\\n", "");
        return PLACE.matcher(page)
                .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), "")));
    }

    /** What a reader sees, without style and script. */
    static String body(Run run, Language language) {
        var html = new Html();
        new HtmlVerdict(run, html, language).write();
        var charts = new HtmlCharts(run, html, language);
        charts.settings();
        new HtmlModel(run, html, language).write();
        run.revisits().ifPresent(table -> new HtmlEarlier(table, html, language).write());
        charts.series();
        new HtmlTables(run, html, language).trials();
        new HtmlMethod(run, html, language).write();
        return html.toString();
    }

    /** The words of the charts, by the names that the script has for them. */
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

    /** The source that the page's policy allows: this very script and no other. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
