package dev.poolfit.gate;

import dev.poolfit.evidence.Interval;
import dev.poolfit.gate.GateCheck.Outcome;
import dev.poolfit.gate.GateVerdict.Figure;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.report.TextTable;
import dev.poolfit.units.Quantity;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a gate's verdict for a terminal of 80 columns, and as the files that a CI server reads: JSON, Markdown, JUnit's XML
 * and Bencher Metric Format.
 */
public final class GateView {
    private static final double NANOS_A_MILLI = 1e6;

    private final GateVerdict verdict;
    private final String name;
    private final Language language;
    private final Figures figures;

    /**
     * @param name of the experiment
     * @param language the reader's language
     */
    public GateView(GateVerdict verdict, String name, Language language) {
        this.verdict = verdict;
        this.name = name;
        this.language = language;
        figures = new Figures(language);
    }

    /** Writes it for a terminal. */
    public String text() {
        var lines = new ArrayList<>(Columns.wrap(Columns.clean(title()), Columns.TERMINAL));
        lines.add("");
        var table = new TextTable(Set.of(0), heading());
        rows().forEach(table::add);
        lines.addAll(table.lines(Columns.TERMINAL));
        lines.add("");
        sentences().forEach(each -> lines.addAll(Columns.wrap(Columns.clean(each), Columns.TERMINAL)));
        return String.join("\n", lines) + "\n";
    }

    private String title() {
        return language.text("gate.outcome." + verdict.outcome().id(), verdict.blocks());
    }

    private List<String> heading() {
        return List.of(
                "",
                language.text("gate.column.base"),
                language.text("gate.column.candidate"),
                language.text("gate.column.ratio"));
    }

    private List<List<String>> rows() {
        var rows = new ArrayList<List<String>>();
        row(rows, Figure.THROUGHPUT, figures::rate);
        row(rows, Figure.RESPONSE, figures::millis);
        rows.add(List.of(
                language.text("gate.row.p99"),
                verdict.baseP99().map(each -> figures.millis(each.mean())).orElse("–"),
                verdict.candidateP99().map(each -> figures.millis(each.mean())).orElse("–"),
                ""));
        rows.add(List.of(
                language.text("gate.row.errors"),
                figures.percent(verdict.baseErrors().mean()),
                figures.percent(verdict.candidateErrors().mean()),
                ""));
        row(rows, Figure.HOLD, figures::millis);
        row(rows, Figure.CPU, figures::millis);
        return rows;
    }

    private void row(List<List<String>> rows, Figure figure, Function<Double, String> written) {
        Optional<Interval> base = verdict.base(figure);
        Optional<Interval> candidate = verdict.candidate(figure);
        if (base.isPresent() && candidate.isPresent()) {
            rows.add(List.of(
                    language.text("gate.row." + figure.id()),
                    written.apply(base.get().mean()),
                    written.apply(candidate.get().mean()),
                    verdict.ratio(figure).map(this::ratio).orElse("–")));
        }
    }

    private String ratio(Interval ratio) {
        String low = figures.percent(ratio.low()).replace(" %", "");
        return figures.percent(ratio.mean()) + " (" + low + "–" + figures.percent(ratio.high()) + ")";
    }

    /** Returns the sentences below the table, the bounds first. */
    private List<String> sentences() {
        var sentences = verdict.checks().stream()
                .map(each -> language.text("gate.mark." + each.outcome().id()) + " " + language.text(each.sentence()))
                .collect(Collectors.toCollection(ArrayList::new));
        verdict.needed()
                .map(needed -> language.text(
                        needed.differ() ? "gate.needed.differ" : "gate.needed.same",
                        Quantity.share(needed.ratio().mean())
                                .between(needed.ratio().low(), needed.ratio().high()),
                        needed.base(),
                        needed.candidate()))
                .ifPresent(sentences::add);
        return sentences;
    }

    /** Writes it for a job's summary page. */
    public String markdown() {
        var text = new StringBuilder("## ")
                .append(markdown(name))
                .append("\n\n**")
                .append(markdown(title()))
                .append("**\n\n");
        text.append("| ").append(String.join(" | ", heading())).append(" |\n|---|---:|---:|---:|\n");
        rows().forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
        text.append('\n');
        sentences().forEach(each -> text.append("- ").append(markdown(each)).append('\n'));
        return text.append('\n').toString();
    }

    private static String markdown(String text) {
        return Columns.clean(text).replaceAll("([\\\\`*_<>|#\\[\\]])", "\\\\$1");
    }

    /** Writes it for programs. */
    public String json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", name).put("outcome", verdict.outcome().id()).put("blocks", verdict.blocks());
        var checks = json.putArray("checks");
        verdict.checks()
                .forEach(each -> checks.addObject()
                        .put("name", each.name().id())
                        .put("outcome", each.outcome().id())
                        .put("sentence", language.text(each.sentence())));
        for (Figure figure : Figure.values()) {
            ObjectNode own = json.putObject(figure.id());
            verdict.base(figure).ifPresent(each -> put(own.putObject("base"), each));
            verdict.candidate(figure).ifPresent(each -> put(own.putObject("candidate"), each));
            verdict.ratio(figure).ifPresent(each -> put(own.putObject("ratio"), each));
        }
        ObjectNode p99 = json.putObject("p99Ms");
        verdict.baseP99().ifPresent(each -> put(p99.putObject("base"), each));
        verdict.candidateP99().ifPresent(each -> put(p99.putObject("candidate"), each));
        ObjectNode errors = json.putObject("errorRate");
        put(errors.putObject("base"), verdict.baseErrors());
        put(errors.putObject("candidate"), verdict.candidateErrors());
        verdict.needed()
                .ifPresent(each -> json.putObject("neededPool")
                        .put("base", each.base())
                        .put("candidate", each.candidate())
                        .put("differ", each.differ()));
        return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static void put(ObjectNode json, Interval interval) {
        json.put("mean", interval.mean()).put("low", interval.low()).put("high", interval.high());
    }

    /**
     * Writes JUnit's XML: a test case for each bound. An undecided bound is an error, so that no server takes it for kept.
     *
     * @param seconds the gate's duration
     */
    public String junit(double seconds) {
        List<GateCheck> checks = verdict.checks();
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "poolfit gate: " + name);
            xml.writeAttribute("tests", "" + checks.size());
            xml.writeAttribute("failures", "" + count(checks, Outcome.FAIL));
            xml.writeAttribute("errors", "" + count(checks, Outcome.INCONCLUSIVE));
            xml.writeAttribute("skipped", "0");
            xml.writeAttribute("time", String.format(Locale.ROOT, "%.3f", seconds));
            for (GateCheck check : checks) {
                write(xml, check);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException unwritable) {
            throw new IllegalStateException(unwritable);
        }
        return text + "\n";
    }

    private static long count(List<GateCheck> checks, Outcome outcome) {
        return checks.stream().filter(each -> each.outcome() == outcome).count();
    }

    private void write(XMLStreamWriter xml, GateCheck check) throws XMLStreamException {
        String sentence = Columns.clean(language.text(check.sentence()));
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "poolfit." + name.replaceAll("[^\\p{L}\\p{N}-]+", "-"));
        xml.writeAttribute("name", check.name().id());
        xml.writeAttribute("time", "0");
        if (check.outcome() != Outcome.PASS) {
            xml.writeEmptyElement(check.outcome() == Outcome.FAIL ? "failure" : "error");
            xml.writeAttribute("message", sentence);
            xml.writeAttribute("type", check.outcome().id());
        }
        xml.writeStartElement("system-out");
        xml.writeCharacters(sentence);
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /** Writes Bencher Metric Format: the candidate's figures, response times in nanoseconds, as Bencher names them. */
    public String bencher() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode own = json.putObject(name);
        verdict.candidate(Figure.THROUGHPUT).ifPresent(each -> metric(own.putObject("throughput"), each, 1));
        verdict.candidate(Figure.RESPONSE).ifPresent(each -> metric(own.putObject("latency"), each, NANOS_A_MILLI));
        verdict.candidateP99().ifPresent(each -> metric(own.putObject("latency-p99"), each, NANOS_A_MILLI));
        verdict.candidate(Figure.HOLD).ifPresent(each -> metric(own.putObject("connection-time"), each, NANOS_A_MILLI));
        return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static void metric(ObjectNode json, Interval interval, double scale) {
        json.put("value", interval.mean() * scale);
        if (Double.isFinite(interval.low()) && Double.isFinite(interval.high())) {
            json.put("lower_value", interval.low() * scale).put("upper_value", interval.high() * scale);
        }
    }
}
