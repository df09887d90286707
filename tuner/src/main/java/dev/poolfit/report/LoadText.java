package dev.poolfit.report;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A load in words, such as {@code 100 users (closed) without think time: GET http://127.0.0.1:8080/stocks}. */
public final class LoadText {
    private static final int NAMED = 3;

    private LoadText() {}

    public static Sentence of(Load load) {
        return load.script()
                .map(script -> scripted(title(script), load))
                .orElseGet(() -> Sentence.of("load", shape(load), requests(load.requests())));
    }

    private static Sentence scripted(Sentence title, Load load) {
        if (load.shape() instanceof Load.Users closed) {
            return Sentence.of("load.script-users", title, closed.users());
        }
        return load.shape() instanceof Load.Stages ramp
                ? Sentence.of("load.script-stages", title, stages(ramp))
                : title;
    }

    private static Sentence title(Script script) {
        String name = String.valueOf(script.file().getFileName());
        return Sentence.of(script instanceof Script.K6 ? "load.k6" : "load.jmeter", name);
    }

    private static Sentence stages(Load.Stages ramp) {
        return Sentence.of("load.stages", ramp.peak(), ramp.stages().size(), Durations.format(ramp.length()));
    }

    private static Sentence shape(Load load) {
        if (load.shape() instanceof Load.Open open) {
            return Sentence.of("load.open", open.rate().toString());
        }
        Optional<Load.Ramp> breaking = load.ramp();
        if (breaking.isPresent()) {
            Load.Ramp ramp = breaking.get();
            return Sentence.of(
                    load.closed() ? "load.ramp-closed" : "load.ramp-open",
                    ramp.top(),
                    Durations.format(ramp.over()),
                    ramp.limits());
        }
        Sentence think = load.think().isZero()
                ? Sentence.of("load.no-think")
                : Sentence.of("load.think", Durations.format(load.think()));
        if (load.shape() instanceof Load.Stages ramp) {
            return Sentence.of("load.ramp", ramp.peak(), ramp.stages().size(), Durations.format(ramp.length()), think);
        }
        return Sentence.of("load.users", load.peakUsers(), think);
    }

    private static Sentence requests(List<Load.Request> requests) {
        int weights = requests.stream().mapToInt(Load.Request::weight).sum();
        var figures = new Figures(Language.EN);
        String named = requests.stream()
                .limit(NAMED)
                .map(each -> each.method() + " " + each.url()
                        + (requests.size() == 1 ? "" : " (" + figures.percent((double) each.weight() / weights) + ")"))
                .collect(Collectors.joining(", "));
        return requests.size() <= NAMED
                ? Sentence.verbatim(named)
                : Sentence.of("load.more", named, requests.size() - NAMED);
    }
}
