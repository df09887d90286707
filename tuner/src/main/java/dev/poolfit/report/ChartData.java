package dev.poolfit.report;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.units.Durations;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The data that the page's script draws, with every text already written. */
final class ChartData {
    private static final List<Metric> DRAWN = List.of(
            Metric.THROUGHPUT,
            Metric.FAILURES,
            Metric.OFFERED,
            Metric.P99,
            Metric.POOL_ACTIVE,
            Metric.POOL_PENDING,
            Metric.POOL_MAX,
            Metric.SERVICE_CPU,
            Metric.DATABASE_CPU,
            Metric.CLIENT_CPU);

    private final Run run;
    private final Language language;
    private final Phrases phrases;
    private final Knob axis;
    private final Optional<Knob> group;

    private ChartData(Run run, Language language) {
        this.run = run;
        this.language = language;
        phrases = new Phrases(language);
        axis = Knobs.axis(run);
        group = Knobs.group(run);
    }

    static ObjectNode of(Run run, Language language) {
        var data = new ChartData(run, language);
        ObjectNode json = Json.object();
        data.bounds(json);
        var settings = json.putArray("settings");
        run.conclusion().tried().stream()
                .filter(each -> each.settings().has(data.axis))
                .forEach(each -> settings.add(data.setting(each)));
        json.set("curve", ModelData.of(run, data.axis, language));
        var trials = json.putArray("trials");
        run.trials().forEach(trial -> trials.add(data.trial(trial)));
        json.set("times", HtmlResponseTimes.Shown.json(run, language));
        ObjectNode series = json.putObject("series");
        run.trials().stream()
                .map(Trial::number)
                .filter(run.series()::containsKey)
                .forEach(number -> series.set("" + number, columns(run.series().getOrDefault(number, List.of()))));
        return json;
    }

    private void bounds(ObjectNode json) {
        var goal = run.question().goal();
        json.put("axis", Phrases.property(run, axis));
        group.ifPresent(knob -> json.put("group", Phrases.property(run, knob)));
        goal.throughput().ifPresent(rate -> Json.put(json, "goalRate", rate.perSecond()));
        goal.p99().ifPresent(time -> Json.put(json, "goalP99", Durations.seconds(time) * 1000));
        goal.errors().ifPresent(share -> Json.put(json, "goalErrors", share.fraction() * 100));
        if (axis == Knob.POOL && run.conclusion().poolLimit().isPresent()) {
            json.put("limit", run.conclusion().poolLimit().getAsInt());
        }
    }

    private ObjectNode setting(Performance each) {
        ObjectNode json = place(each.settings());
        json.set("rate", ModelData.ends(each.throughput()));
        json.set(
                "p99",
                Double.isNaN(each.p99Ms().told())
                        ? Json.array().addNull().addNull().addNull()
                        : ModelData.ends(each.p99Ms()));
        mark(each).ifPresent(mark -> json.put("mark", mark));
        Json.putTexts(
                json,
                "words",
                List.of(
                        Phrases.setting(run, each.settings()),
                        phrases.rate(each.throughput()),
                        phrases.quality(each.p99Ms().told(), each.errorRate().mean()),
                        language.text("count.trials", each.trials()) + ", "
                                + phrases.standing(
                                        each.standing(), run.question().goal())));
        return json;
    }

    private Optional<String> mark(Performance each) {
        Conclusion conclusion = run.conclusion();
        if (conclusion
                .recommended()
                .filter(other -> other.settings().equals(each.settings()))
                .isPresent()) {
            return Optional.of(Phrases.answerMark(run));
        }
        return conclusion
                .baseline()
                .filter(other -> other.settings().equals(each.settings()))
                .map(other -> "before");
    }

    private ObjectNode trial(Trial trial) {
        ObjectNode json = place(trial.settings());
        json.put("number", trial.number());
        Json.put(json, "rate", trial.throughput().mean());
        Json.put(json, "p99", trial.p99Ms().told());
        Json.put(json, "errors", trial.errorRate() * 100);
        trial.mean(Metric.POOL_PENDING).ifPresent(value -> Json.put(json, "pending", value));
        json.put("valid", trial.valid());
        if (trial.role() == Role.REVISIT) {
            json.put("fitted", false);
        }
        Json.put(json, "warm", trial.span().warmSeconds());
        var words = json.putArray("words");
        words.add(phrases.trial(trial.number(), trial.role()) + ", " + Phrases.setting(run, trial.settings()));
        words.add(phrases.rate(trial.throughput()));
        words.add(phrases.quality(trial.p99Ms().told(), trial.errorRate()));
        trial.flags().forEach(flag -> words.add(phrases.meaning(flag)));
        return json;
    }

    private ObjectNode place(Settings settings) {
        ObjectNode json = Json.object();
        if (settings.has(axis)) {
            json.put("x", settings.number(axis));
        }
        group.filter(settings::has).ifPresent(knob -> json.put("group", settings.number(knob)));
        return json;
    }

    private static ObjectNode columns(List<Sample> samples) {
        ObjectNode json = Json.object();
        ArrayNode seconds = json.putArray("second");
        samples.forEach(sample -> seconds.add(sample.second()));
        for (Metric metric : DRAWN) {
            if (samples.stream().anyMatch(sample -> sample.get(metric).isPresent())) {
                ArrayNode values = json.putArray(metric.key());
                samples.forEach(
                        sample -> values.add(Json.number(sample.get(metric).orElse(Double.NaN))));
            }
        }
        return json;
    }
}
