package dev.poolfit.report;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A load in words, such as {@code 100 users (closed) without think time: GET http://127.0.0.1:8080/stocks}. */
public final class LoadText {
    private static final int NAMED = 3;

    private LoadText() {}

    public static Message of(Load load) {
        return load.script()
                .map(script -> scripted(title(script), load))
                .orElseGet(() -> Message.of("load", shape(load), requests(load.requests())));
    }

    private static Message scripted(Message title, Load load) {
        if (load.shape() instanceof Load.Users closed) {
            return Message.of("load.script-users", title, closed.users());
        }
        return load.shape() instanceof Load.Stages ramp ? Message.of("load.script-stages", title, stages(ramp)) : title;
    }

    private static Message title(Script script) {
        return Message.of(script instanceof Script.K6 ? "load.k6" : "load.jmeter", script.name());
    }

    private static Message stages(Load.Stages ramp) {
        return Message.of("load.stages", ramp.peak(), ramp.stages().size(), Durations.format(ramp.length()));
    }

    private static Message shape(Load load) {
        if (load.shape() instanceof Load.Open open) {
            return Message.of("load.open", open.rate().toString());
        }
        Optional<Load.Ramp> breaking = load.ramp();
        if (breaking.isPresent()) {
            Load.Ramp ramp = breaking.get();
            return Message.of(
                    load.closed() ? "load.ramp-closed" : "load.ramp-open",
                    ramp.top(),
                    Durations.format(ramp.over()),
                    ramp.limits());
        }
        Message think = load.think().isZero()
                ? Message.of("load.no-think")
                : Message.of("load.think", Durations.format(load.think()));
        if (load.shape() instanceof Load.Stages ramp) {
            return Message.of("load.ramp", ramp.peak(), ramp.stages().size(), Durations.format(ramp.length()), think);
        }
        return Message.of("load.users", load.peakUsers(), think);
    }

    private static Message requests(List<Load.Request> requests) {
        int weights = requests.stream().mapToInt(Load.Request::weight).sum();
        var figures = new Figures(Language.EN);
        String named = requests.stream()
                .limit(NAMED)
                .map(each -> each.method() + " " + each.shown()
                        + (requests.size() == 1 ? "" : " (" + figures.percent((double) each.weight() / weights) + ")"))
                .collect(Collectors.joining(", "));
        return requests.size() <= NAMED
                ? Message.verbatim(named)
                : Message.of("load.more", named, requests.size() - NAMED);
    }
}
