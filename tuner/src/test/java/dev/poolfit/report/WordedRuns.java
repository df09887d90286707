package dev.poolfit.report;

import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import java.util.ArrayList;
import java.util.List;

/** The made-up runs with the program's own sentences in place of those that were made up. */
final class WordedRuns {
    private static final Message STOCK_LOAD = Message.of(
            "load",
            Message.of("load.users", 100, Message.of("load.no-think")),
            "GET http://127.0.0.1:8080/stocks/{1..1000}");
    private static final Message BOARD_LOAD = Message.of(
            "load",
            Message.of("load.users", 100, Message.of("load.think", "1s")),
            Message.of(
                    "load.more",
                    "GET http://127.0.0.1:8080/api/board (33.3 %), GET http://127.0.0.1:8080/api/news (33.3 %)",
                    1));

    private WordedRuns() {}

    static Run named(String name) {
        return switch (name) {
            case "stock" -> stock();
            case "board" -> board();
            case "unreachable" -> unreachable();
            case "inconclusive" -> inconclusive();
            default -> throw new IllegalArgumentException("no worded run is named " + name);
        };
    }

    private static Run stock() {
        Message pool = Message.of("name.pool", 18);
        return worded(
                SampleRuns.named("stock"),
                STOCK_LOAD,
                List.of(
                        Message.of(
                                "reason.meets",
                                Message.of("name.pool", 19),
                                Message.of("goal.rate", "150/s"),
                                figures("155.9/s (153.5–158.3)", "1.40 s", "0 %")),
                        Message.of(
                                "reason.not-smaller.misses",
                                pool,
                                Message.of(
                                        "missed.join",
                                        Message.of("missed.rate", "150.0/s", "147.8/s (146.6–149.0)"),
                                        Message.of("missed.p99", "1500 ms", "1620 ms"))),
                        Message.of("reason.not-larger.unasked", Message.of("name.pool", 40), "298.4/s (295.2–301.6)")),
                limited("pool 19, threads 100", "bound.hold", "1.2 %", 6, "2.1 %"));
    }

    private static Run board() {
        return worded(
                SampleRuns.named("board"),
                BOARD_LOAD,
                List.of(
                        Message.of(
                                "reason.near-the-highest.modelled",
                                Message.of("name.pool-threads", 6, 20),
                                figures("250.7/s (242.5–258.9)", "702 ms", "0 %"),
                                "2 %",
                                "97 %"),
                        Message.of("reason.smaller-not-measured", Message.of("name.pool-threads", 5, 20), "34 %"),
                        Message.of(
                                "reason.not-larger.same",
                                Message.of("name.pool-threads", 9, 20),
                                "254.5/s (250.2–258.8)")),
                limited("pool 6, threads 20", "bound.database-cpu", "1.5 %", 11, "5.0 %"));
    }

    private static Run unreachable() {
        return worded(
                SampleRuns.named("unreachable"),
                STOCK_LOAD,
                List.of(
                        Message.of(
                                "reason.nearest",
                                Message.of("name.pool", 60),
                                figures("96.2/s (94.8–97.6)", "1.77 s", "0.45 %")),
                        Message.of("reason.levelled-off", Message.of("name.pool", 30), "95.1/s (93.0–97.2)"),
                        Message.of("reason.without-model")),
                Message.of("forecast.unlike", fits("31.0 %", 3, "61.1 %")));
    }

    private static Run inconclusive() {
        Run run = SampleRuns.named("inconclusive");
        return worded(
                run,
                STOCK_LOAD,
                List.of(Message.of(
                        "reason.no-valid-measurement",
                        "pool 20, threads 100",
                        Message.joined(
                                "join.semicolon",
                                run.trials().get(1).flags().stream()
                                        .sorted()
                                        .map(Message::of)
                                        .toList()))),
                Message.of("model.unexplained"));
    }

    private static Message figures(String rate, String p99, String errors) {
        return Message.of("join.comma", rate, Message.of("figures.quality", p99, errors));
    }

    private static Message limited(String setting, String bound, String mean, int settings, String most) {
        return Message.of("forecast.limited", setting, Message.of(bound), fits(mean, settings, most));
    }

    private static Message fits(String mean, int settings, String most) {
        return Message.of("forecast.fits", mean, settings, most);
    }

    private static Run worded(Run run, Message load, List<Message> reasons, Message statement) {
        var asked = run.question();
        var circumstances = run.circumstances();
        Conclusion said = run.conclusion();
        return new Run(
                new Run.Question(asked.experiment(), load),
                new Conclusion(
                        said.outcome(),
                        new Conclusion.Choice(said.recommended(), said.baseline(), said.smaller(), said.tried()),
                        new Conclusion.Grounds(
                                reasons,
                                said.findings().stream()
                                        .filter(each -> !each.advice().key().equals("verbatim"))
                                        .toList(),
                                said.forecast().map(forecast -> worded(forecast, statement)),
                                List.of()),
                        said.poolLimit()),
                run.trials(),
                run.series(),
                new Run.Circumstances(
                        circumstances.started(),
                        circumstances.loadSeconds(),
                        circumstances.totalSeconds(),
                        circumstances.database(),
                        circumstances.maxConnections(),
                        circumstances.version(),
                        List.of(Message.of("missing.tomcat")),
                        List.of()));
    }

    private static Forecast worded(Forecast forecast, Message statement) {
        var names = List.of(
                "parameter.hold",
                "parameter.cpu-outside",
                "parameter.database-cpu",
                "parameter.contention",
                "parameter.service-cores");
        var parameters = new ArrayList<Parameter>();
        for (Parameter each : forecast.parameters()) {
            parameters.add(
                    new Parameter(Message.of(names.get(parameters.size())), each.key(), each.value(), each.origin()));
        }
        return new Forecast(
                forecast.explains(),
                statement,
                parameters,
                List.of(
                        new Check(Message.of("check.little"), true, Message.of("check.little.holds", "99–101 %")),
                        new Check(
                                Message.of("check.residuals"),
                                forecast.explains(),
                                Message.of("check.residuals.are", "1.2 %", "2.1 %", "pool 10, threads 100"))),
                forecast.advance(),
                forecast.tried(),
                forecast.curve(),
                forecast.map(),
                List.of(
                        Message.of("rows.timeout-unknown"),
                        Message.of(
                                "fit.not-identifiable",
                                Message.of(
                                        "join.comma",
                                        Message.of("parameter.contention"),
                                        Message.of("parameter.barging")))));
    }
}
