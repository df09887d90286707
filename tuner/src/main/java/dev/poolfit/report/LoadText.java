package dev.poolfit.report;

import dev.poolfit.experiment.Load;
import dev.poolfit.units.Durations;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A load in words, such as {@code 100 users (closed) without think time: GET http://127.0.0.1:8080/stocks}. */
public final class LoadText {
    private static final int NAMED = 3;

    private LoadText() {}

    public static String of(Load load) {
        return load.script()
                .map(script -> script.title() + scripted(load))
                .orElseGet(() -> shape(load) + ": " + requests(load.requests()));
    }

    private static String scripted(Load load) {
        if (load.shape() instanceof Load.Users closed) {
            return " with " + Phrases.count(closed.users(), "user");
        }
        return load.shape() instanceof Load.Stages ramp
                ? " with 0 to " + ramp.peak() + " users in "
                        + Phrases.count(ramp.stages().size(), "stage") + " over " + Durations.format(ramp.length())
                : "";
    }

    private static String shape(Load load) {
        if (load.shape() instanceof Load.Open open) {
            return open.rate() + " (open)";
        }
        Optional<Load.Ramp> breaking = load.ramp();
        if (breaking.isPresent()) {
            Load.Ramp ramp = breaking.get();
            return "0 to " + ramp.top() + " over " + Durations.format(ramp.over()) + " ("
                    + (load.closed() ? "closed" : "open") + "), until " + ramp.limits();
        }
        String think = load.think().isZero() ? " without think time" : ", think time " + Durations.format(load.think());
        if (load.shape() instanceof Load.Stages ramp) {
            return "0 to " + ramp.peak() + " users (closed) in "
                    + Phrases.count(ramp.stages().size(), "stage") + " over " + Durations.format(ramp.length()) + think;
        }
        return Phrases.count(load.peakUsers(), "user") + " (closed)" + think;
    }

    private static String requests(List<Load.Request> requests) {
        int weights = requests.stream().mapToInt(Load.Request::weight).sum();
        String named = requests.stream()
                .limit(NAMED)
                .map(each -> each.method() + " " + each.url()
                        + (requests.size() == 1 ? "" : " (" + Figures.percent((double) each.weight() / weights) + ")"))
                .collect(Collectors.joining(", "));
        return requests.size() <= NAMED ? named : named + " and " + (requests.size() - NAMED) + " more";
    }
}
