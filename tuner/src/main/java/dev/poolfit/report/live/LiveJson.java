package dev.poolfit.report.live;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.live.LiveComparison;
import dev.poolfit.verdict.live.LiveStep;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes the answer for programs, with the names of any run's {@code result.json} where they mean the same. */
public final class LiveJson {
    private LiveJson() {}

    /** Writes an object with {@code outcome}, {@code recommendation}, {@code baseline} and {@code live}. */
    public static String of(TunedLive tuned) {
        var words = new LiveWords(tuned, Language.EN);
        ObjectNode json = Json.object();
        json.put("outcome", tuned.decided() ? "recommended" : "inconclusive");
        json.put("verdict", Language.EN.text(words.verdict()));
        if (tuned.decided()) {
            ObjectNode recommendation = json.putObject("recommendation");
            recommendation.putObject("settings").put("pool", tuned.size());
            Json.putTexts(recommendation, "reasons", Language.EN.text(words.evidence()));
        } else {
            json.putNull("recommendation");
        }
        json.putObject("baseline")
                .putObject("settings")
                .put("pool", tuned.question().today());
        json.put("confirmed", tuned.descent().confirmed());
        json.put("applied", tuned.applied());
        ObjectNode live = json.putObject("live");
        Json.put(live, "seconds", tuned.seconds());
        Json.put(live, "borrows", tuned.borrows());
        Json.put(live, "extraWaitSeconds", tuned.extraWaitSeconds());
        Json.put(live, "margin", tuned.question().margin());
        if (!tuned.recorded().hasTraffic() || tuned.recorded().need().limited()) {
            live.putNull("neededByReplay");
        } else {
            live.put("neededByReplay", tuned.recorded().recommended());
        }
        tuned.served().ifPresent(each -> {
            Json.put(live, "requests", each.requests());
            Json.put(live, "failed", each.failed());
        });
        live.put("restarts", tuned.restarts());
        live.put("lostRounds", tuned.lost());
        comparison(live.putObject("again"), tuned.descent().again());
        var sizes = live.putArray("sizes");
        tuned.descent().tried().forEach(each -> sizes.add(step(each)));
        Json.putTexts(json, "notes", Language.EN.text(words.notes()));
        return Json.text(json);
    }

    private static ObjectNode step(LiveStep each) {
        ObjectNode json = Json.object();
        json.put("pool", each.size());
        json.put("result", each.result().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        comparison(json, each.comparison());
        comparison(json.putObject("longerTurns"), each.longer());
        each.broken().ifPresent(guard -> json.set("broke", broke(guard)));
        return json;
    }

    private static void comparison(ObjectNode json, LiveComparison by) {
        json.put("blocks", by.blocks());
        Json.put(json, "borrows", by.borrows());
        Json.put(json, "seconds", by.seconds());
        json.set("wait", interval(by.extra()));
        json.set("hold", interval(by.hold()));
        json.set("rate", interval(by.rate()));
        json.set("late", interval(by.late()));
    }

    private static ObjectNode broke(GuardBreak guard) {
        ObjectNode json = Json.object();
        json.put("guard", guard.guard().name().toLowerCase(Locale.ROOT));
        Json.put(json, "value", guard.value());
        Json.put(json, "openedMs", guard.openedMs());
        return json;
    }

    private static ObjectNode interval(Interval each) {
        boolean known = Double.isFinite(each.low()) && Double.isFinite(each.high());
        ObjectNode json = Json.object();
        Json.put(json, "mean", known ? each.mean() : Double.NaN);
        Json.put(json, "low", known ? each.low() : Double.NaN);
        Json.put(json, "high", known ? each.high() : Double.NaN);
        return json;
    }
}
