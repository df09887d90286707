package dev.poolfit.report;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.TimeKnob;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.RuleChain;
import dev.poolfit.units.Durations;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.KnobResult;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import dev.poolfit.verdict.earlier.Revisit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes {@code result.json}, always in English: keys in a fixed order, finite numbers or null, six significant digits. */
public final class ResultJson {
    private ResultJson() {}

    public static String of(Run run) {
        var question = run.question();
        Conclusion conclusion = run.conclusion();
        boolean recommended = conclusion.outcome() == Outcome.RECOMMENDED;
        ObjectNode json = Json.object();
        json.put("outcome", conclusion.outcome().name().toLowerCase(Locale.ROOT));
        json.put("name", question.name());
        json.set("goal", goal(question.goal()));
        List<String> reasons = Language.EN.text(ReasonWords.of(run));
        json.set("recommendation", performance(conclusion.recommended().filter(each -> recommended), reasons));
        json.set("nearest", performance(conclusion.recommended().filter(each -> !recommended), reasons));
        json.set("baseline", baseline(conclusion));
        Comparison.ratio(run).ifPresentOrElse(gain -> json.set("gain", interval(gain)), () -> json.putNull("gain"));
        Json.putTexts(json, "reasons", reasons);
        json.set("decidedBy", rules(conclusion.trace().chain()));
        json.set("ceiling", ceiling(run));
        var trials = json.putArray("trials");
        run.trials().forEach(trial -> trials.add(trial(trial)));
        Json.put(json, "loadSeconds", run.circumstances().loadSeconds());
        Json.put(json, "totalSeconds", run.circumstances().totalSeconds());
        json.set("predictions", ModelJson.predictions(run));
        json.set("model", ModelJson.model(run));
        var knobs = json.putArray("knobs");
        conclusion.knobs().forEach(result -> knobs.add(knob(result)));
        run.revisits().ifPresent(table -> json.set("earlier", earlier(table)));
        var findings = json.putArray("findings");
        conclusion.findings().forEach(finding -> findings.add(finding(finding)));
        describe(json, run);
        return Json.text(json);
    }

    private static JsonNode baseline(Conclusion conclusion) {
        JsonNode json = performance(conclusion.baseline(), null);
        return json instanceof ObjectNode object
                ? object.put("valid", conclusion.choice().baselineCounts())
                        .put("apart", conclusion.choice().apart())
                : json;
    }

    private static ObjectNode earlier(ReferenceComparison table) {
        ObjectNode json = Json.object();
        json.put("title", table.title());
        var rows = json.putArray("rows");
        for (Revisit each : table.rows()) {
            ObjectNode row = rows.addObject();
            row.set("settings", settings(each.settings()));
            Json.put(row, "then", each.then());
            each.predicted()
                    .ifPresentOrElse(
                            interval -> row.set("predicted", interval(interval)), () -> row.putNull("predicted"));
            each.measured()
                    .ifPresentOrElse(
                            interval -> row.set("measured", interval(interval)), () -> row.putNull("measured"));
        }
        return json;
    }

    private static void describe(ObjectNode json, Run run) {
        var question = run.question();
        ObjectNode space = json.putObject("tuned");
        question.space()
                .knobs()
                .forEach(knob -> space.put(knob.key(), question.space().text(knob)));
        json.set("fixed", settings(question.fixed()));
        json.put("load", Language.EN.text(question.load()));
        json.put("seed", question.seed());
        json.put("started", run.circumstances().started().toString());
        json.put("version", run.circumstances().version());
        run.circumstances()
                .database()
                .ifPresentOrElse(name -> json.put("database", Language.EN.text(name)), () -> json.putNull("database"));
        Json.putTexts(
                json, "missingProbes", Language.EN.text(run.circumstances().missingProbes()));
        Json.putTexts(json, "notes", Language.EN.text(run.circumstances().notes()));
    }

    private static ObjectNode goal(Goal goal) {
        ObjectNode json = Json.object();
        if (goal.maximal()) {
            json.put("throughput", "max");
        } else {
            goal.throughput().ifPresent(rate -> Json.put(json, "throughput", rate.perSecond()));
        }
        goal.errors().ifPresent(share -> Json.put(json, "errors", share.fraction()));
        goal.p99().ifPresent(time -> Json.put(json, "p99Ms", Durations.seconds(time) * 1000));
        return json;
    }

    private static JsonNode performance(Optional<Performance> performance, @Nullable List<String> reasons) {
        if (performance.isEmpty()) {
            return Json.none();
        }
        ObjectNode json = Json.object();
        json.set("settings", settings(performance.get().settings()));
        json.set("throughput", interval(performance.get().throughput()));
        Json.put(json, "meanMs", performance.get().meanMs());
        Json.put(json, "p99Ms", performance.get().p99Ms().told());
        Json.put(json, "errorRate", performance.get().errorRate().mean());
        json.put("trials", performance.get().trials());
        json.put("standing", performance.get().standing().name().toLowerCase(Locale.ROOT));
        if (reasons != null) {
            Json.putTexts(json, "reasons", reasons);
        }
        return json;
    }

    private static JsonNode ceiling(Run run) {
        if (run.conclusion().poolLimit().isEmpty()) {
            return Json.none();
        }
        ObjectNode json = Json.object();
        json.put("poolLimit", run.conclusion().poolLimit().getAsInt());
        var most = run.circumstances().maxConnections();
        if (most.isPresent()) {
            json.put("maxConnections", most.getAsInt());
        } else {
            json.putNull("maxConnections");
        }
        Optional<Ceiling> ceiling = run.question().ceiling();
        ceiling.ifPresentOrElse(each -> json.put("instances", each.instances()), () -> json.putNull("instances"));
        ceiling.ifPresentOrElse(each -> Json.put(json, "share", each.share().fraction()), () -> json.putNull("share"));
        return json;
    }

    private static ObjectNode trial(Trial trial) {
        ObjectNode json = Json.object();
        json.put("number", trial.number());
        json.put("role", Phrases.key(trial.role()));
        json.set("settings", settings(trial.settings()));
        json.set("rule", rules(trial.rules()));
        json.set("throughput", interval(trial.throughput()));
        Json.put(json, "meanMs", trial.meanMs());
        Json.put(json, "p99Ms", trial.p99Ms().told());
        Json.put(json, "errorRate", trial.errorRate());
        json.put("valid", trial.valid());
        Json.putTexts(json, "flags", trial.flags().stream().map(Phrases::key).toList());
        Json.put(json, "loadSeconds", trial.loadSeconds());
        Json.put(json, "warmSeconds", trial.span().warmSeconds());
        json.put("started", trial.started().toString());
        json.put("good", trial.good());
        json.put("failed", trial.failed());
        ObjectNode failures = json.putObject("failures");
        new TreeMap<>(trial.responses().failures()).forEach(failures::put);
        ObjectNode means = json.putObject("means");
        trial.readings().means().forEach((metric, value) -> Json.put(means, metric.key(), value));
        return json;
    }

    private static ArrayNode rules(RuleChain chain) {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        var text = new RuleText(Language.EN);
        for (NamedRule each : chain.rules()) {
            var because = json.addObject()
                    .put("table", each.table())
                    .put("name", each.name())
                    .put("says", text.words(each))
                    .putArray("because");
            Language.EN.text(each.because()).forEach(because::add);
        }
        return json;
    }

    private static ObjectNode knob(KnobResult result) {
        ObjectNode json = Json.object();
        Knob knob = result.knob();
        json.put("knob", knob.key());
        json.set("at", settings(result.at()));
        put(json, "held", knob, result.held());
        put(json, "kept", knob, result.kept());
        var others = json.putArray("others");
        for (KnobResult.Other other : result.others()) {
            ObjectNode one = others.addObject();
            put(one, "value", knob, other.value());
            one.put("standing", other.effect().name().toLowerCase(Locale.ROOT));
            other.ratio().ifPresentOrElse(ratio -> one.set("ratio", interval(ratio)), () -> one.putNull("ratio"));
        }
        return json;
    }

    private static ObjectNode finding(Finding finding) {
        ObjectNode json = Json.object();
        json.put("rule", finding.rule());
        json.put("severity", Phrases.key(finding.severity()));
        ObjectNode evidence = json.putObject("evidence");
        new TreeMap<>(finding.evidence()).forEach((name, value) -> Json.put(evidence, name, value));
        json.put("advice", Language.EN.text(finding.advice()));
        return json;
    }

    static ObjectNode interval(Interval interval) {
        ObjectNode json = Json.object();
        Json.put(json, "mean", interval.mean());
        Json.put(json, "low", interval.low());
        Json.put(json, "high", interval.high());
        return json;
    }

    static ObjectNode settings(Settings settings) {
        ObjectNode json = Json.object();
        settings.knobs().forEach(knob -> put(json, knob.key(), knob, settings));
        return json;
    }

    private static void put(ObjectNode json, String key, Knob knob, Settings settings) {
        if (knob instanceof CountKnob count) {
            json.put(key, settings.count(count));
        } else if (knob instanceof TimeKnob) {
            json.put(key, settings.text(knob));
        } else {
            json.put(key, settings.number(knob) != 0);
        }
    }
}
