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
        return worded(
                SampleRuns.named("stock"),
                STOCK_LOAD,
                limited("pool 19, threads 100", "bound.hold", "1.2 %", 6, "2.1 %"));
    }

    private static Run board() {
        return worded(
                SampleRuns.named("board"),
                BOARD_LOAD,
                limited("pool 6, threads 20", "bound.database-cpu", "1.5 %", 11, "5.0 %"));
    }

    private static Run unreachable() {
        return worded(
                SampleRuns.named("unreachable"),
                STOCK_LOAD,
                Message.of("forecast.unlike", fits("31.0 %", 3, "61.1 %")));
    }

    private static Run inconclusive() {
        return worded(SampleRuns.named("inconclusive"), STOCK_LOAD, Message.of("model.unexplained"));
    }

    private static Message limited(String setting, String bound, String mean, int settings, String most) {
        return Message.of("forecast.limited", setting, Message.of(bound), fits(mean, settings, most));
    }

    private static Message fits(String mean, int settings, String most) {
        return Message.of("forecast.fits", mean, settings, most);
    }

    private static Run worded(Run run, Message load, Message statement) {
        var asked = run.question();
        var circumstances = run.circumstances();
        Conclusion said = run.conclusion();
        return new Run(
                new Run.Question(asked.experiment(), load),
                new Conclusion(
                        said.outcome(),
                        new Conclusion.Choice(said.recommended(), said.baseline(), said.smaller(), said.tried()),
                        new Conclusion.Grounds(
                                said.reasons(),
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
