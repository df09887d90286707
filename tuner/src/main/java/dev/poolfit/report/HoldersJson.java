package dev.poolfit.report;

import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.holders.Leak;
import dev.poolfit.verdict.Finding;
import java.util.Locale;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Who holds the connections, for programs: times in milliseconds, shares from 0 to 1. */
public final class HoldersJson {
    private HoldersJson() {}

    /** One object with {@code verdict}, {@code findings}, {@code pool}, {@code endpoints}, {@code seconds} and {@code leaks}. */
    public static String of(HoldReport report, HoldVerdict verdict) {
        ObjectNode json = Json.object();
        json.put("verdict", Language.EN.text(verdict.answer()));
        var findings = json.putArray("findings");
        verdict.findings().forEach(each -> findings.add(finding(each)));
        ObjectNode pool = json.putObject("pool");
        pool.put("name", report.pool());
        pool.put("maximum", report.size());
        Json.put(pool, "inUse", report.inUse());
        Json.put(pool, "secondsWithWaiting", report.waitingShare());
        pool.put("borrows", report.borrows());
        pool.put("timeouts", report.timeouts());
        pool.put("openInView", report.openInView());
        Json.put(json, "observedSeconds", report.seconds());
        Json.put(json, "recorderCores", report.recorderCores());
        json.put("droppedHolds", report.dropped());
        var endpoints = json.putArray("endpoints");
        report.endpoints().forEach(each -> endpoints.add(endpoint(each)));
        var seconds = json.putArray("seconds");
        report.moments().forEach(each -> {
            ObjectNode second = seconds.addObject();
            second.put("inUse", each.peak());
            second.put("waiting", each.waiting());
        });
        var leaks = json.putArray("leaks");
        report.leaks().forEach(each -> leaks.add(leak(each)));
        return Json.text(json);
    }

    private static ObjectNode finding(Finding each) {
        ObjectNode json = Json.object();
        json.put("rule", each.rule());
        json.put("severity", Phrases.key(each.severity()));
        ObjectNode evidence = json.putObject("evidence");
        new TreeMap<>(each.evidence()).forEach((name, value) -> Json.put(evidence, name, value));
        json.put("advice", Language.EN.text(each.advice()));
        return json;
    }

    private static ObjectNode endpoint(EndpointHolds each) {
        ObjectNode json = Json.object();
        json.put("name", each.name());
        json.put("borrows", each.borrows());
        json.put("requests", each.requests());
        json.put("nested", each.nested());
        json.put("timeouts", each.timeouts());
        json.set("waitMs", times(each.waits()));
        json.set("holdMs", times(each.holds()));
        Json.put(json, "connectionSeconds", each.seconds());
        Json.put(json, "share", each.share());
        Json.put(json, "connectionSecondsWhileOthersWaited", each.waitedFor());
        ObjectNode kinds = json.putObject("kinds");
        new TreeMap<>(each.kinds())
                .forEach((kind, share) -> Json.put(kinds, kind.name().toLowerCase(Locale.ROOT), share));
        var uses = json.putArray("stacks");
        each.uses().forEach(use -> {
            ObjectNode stack = uses.addObject();
            Json.put(stack, "share", use.share());
            stack.put("kind", use.stack().kind().name().toLowerCase(Locale.ROOT));
            stack.put("inTransaction", use.stack().inTransaction());
            Json.putTexts(stack, "frames", use.stack().frames());
        });
        return json;
    }

    private static ObjectNode times(EndpointHolds.Times times) {
        ObjectNode json = Json.object();
        Json.put(json, "mean", times.mean());
        Json.put(json, "p50", times.p50());
        Json.put(json, "p99", times.p99());
        Json.put(json, "max", times.most());
        return json;
    }

    private static ObjectNode leak(Leak each) {
        ObjectNode json = Json.object();
        json.put("name", each.name());
        Json.put(json, "heldSeconds", each.seconds());
        each.borrowed().ifPresent(stack -> Json.putTexts(json, "borrowedAt", stack.frames()));
        return json;
    }
}
