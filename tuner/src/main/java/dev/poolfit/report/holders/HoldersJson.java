package dev.poolfit.report.holders;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.holders.LongHold;
import dev.poolfit.holders.QueueUse;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.report.Phrases;
import java.util.Locale;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Writes who holds the connections, for programs: times in milliseconds, shares from 0 to 1. */
public final class HoldersJson {
    private HoldersJson() {}

    /** Writes an object with {@code verdict}, {@code findings}, {@code pool}, {@code endpoints} and what else was seen. */
    public static String of(Diagnosis diagnosis) {
        HoldReport report = diagnosis.report();
        HoldVerdict verdict = diagnosis.verdict();
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
        report.endpoints().forEach(each -> endpoints.add(endpoint(each, report)));
        var queues = json.putArray("queues");
        report.queues().forEach(each -> queues.add(queue(each)));
        var seconds = json.putArray("seconds");
        report.moments().forEach(each -> {
            ObjectNode second = seconds.addObject();
            second.put("inUse", each.peak());
            second.put("waiting", each.waiting());
        });
        var leaks = json.putArray("leaks");
        report.leaks().forEach(each -> leaks.add(longHold(each)));
        var held = json.putArray("heldLong");
        report.longHolds().stream()
                .filter(each -> each.state() != LongHold.State.LEFT)
                .forEach(each ->
                        held.add(longHold(each).put("state", each.state().name().toLowerCase(Locale.ROOT))));
        var configuration = json.putArray("configuration");
        diagnosis.configuration().forEach(each -> configuration.add(finding(each)));
        diagnosis.database().ifPresent(database -> json.set("database", database(database)));
        return Json.text(json);
    }

    private static ObjectNode database(DatabaseReport database) {
        ObjectNode json = Json.object();
        json.put("product", database.product());
        Json.put(json, "sessionsBlocked", database.meanBlocked());
        Json.put(json, "idleInTransactionSeconds", database.idleInTransaction());
        var statements = json.putArray("statements");
        database.statements().forEach(each -> {
            ObjectNode statement = statements.addObject();
            statement.put("shape", each.shape());
            Json.put(statement, "count", each.count());
            Json.put(statement, "seconds", each.seconds());
            Json.put(statement, "rowsReadEach", each.rowsReadEach());
            Json.put(statement, "rowsReturnedEach", each.rowsGivenEach());
            Json.put(statement, "withoutIndex", each.withoutIndex());
            Json.put(statement, "temporaryOnDisk", each.onDisk());
        });
        ObjectNode counters = json.putObject("counters");
        new TreeMap<>(database.counters()).forEach((name, value) -> Json.put(counters, name, value));
        Json.putTexts(
                json, "notes", database.notes().stream().map(Language.EN::text).toList());
        return json;
    }

    private static ObjectNode queue(QueueUse each) {
        ObjectNode json = Json.object();
        json.put("kind", each.id());
        json.put("name", each.name());
        if (each.size() < Integer.MAX_VALUE) {
            json.put("size", each.size());
        }
        Json.put(json, "inUse", each.inUse());
        if (each.kind() != QueueUse.Kind.WORKERS) {
            Json.put(json, "waiting", each.waiting());
            Json.put(json, "fullShare", each.full());
        }
        return json;
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

    private static ObjectNode endpoint(EndpointHolds each, HoldReport report) {
        ObjectNode json = Json.object();
        json.put("name", each.name());
        json.put("borrows", each.borrows());
        json.put("watched", each.watched());
        json.put("requests", each.requests());
        json.put("nested", each.nested());
        json.put("timeouts", each.timeouts());
        json.set("waitMs", times(each.waits()));
        json.set("holdMs", times(each.holds()));
        Json.put(json, "connectionSeconds", each.seconds());
        Json.put(json, "connectionsInUse", each.seconds() / report.seconds());
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
        Json.put(json, "statementsPerBorrow", each.statementsPerBorrow());
        Json.put(json, "statementsPerRequest", each.statementsPerRequest());
        var statements = json.putArray("statements");
        each.statements().forEach(sent -> {
            ObjectNode statement = statements.addObject();
            statement.put("shape", sent.shape());
            statement.put("count", Math.round(sent.count()));
            Json.put(statement, "perHold", sent.perHold());
            statement.put("mostInOneHold", sent.most());
            Json.put(statement, "meanMs", sent.eachMs());
            Json.put(statement, "seconds", sent.seconds());
            sent.stack().ifPresent(stack -> Json.putTexts(statement, "frames", stack.frames()));
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

    private static ObjectNode longHold(LongHold each) {
        ObjectNode json = Json.object();
        json.put("name", each.name());
        Json.put(json, "heldSeconds", each.seconds());
        each.borrowed().ifPresent(stack -> Json.putTexts(json, "borrowedAt", stack.frames()));
        each.use().ifPresent(stack -> Json.putTexts(json, "usedAt", stack.frames()));
        return json;
    }
}
