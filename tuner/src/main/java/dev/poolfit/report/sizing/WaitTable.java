package dev.poolfit.report.sizing;

import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.WaitCurve;
import java.util.List;
import java.util.Optional;

/** The waits by pool size, the same on the terminal and on the page. */
final class WaitTable {
    private static final int MOST_ROWS = 8;
    private static final double TWICE = 2;

    private final SizedService service;
    private final Sizing sizing;
    private final Language language;
    private final Figures figures;

    WaitTable(SizedService service, Language language) {
        this.service = service;
        this.sizing = service.sizing();
        this.language = language;
        this.figures = new Figures(language);
    }

    String heading() {
        String length = figures.length(sizing.traffic().seconds());
        double times = shown().times();
        return times == 1
                ? language.text("size.heading", service.pool(), length)
                : language.text("size.heading-times", service.pool(), length, SizingWords.times(times));
    }

    /** Returns the waits at the traffic that the answer is for; where no size serves it, those of the neediest minute. */
    WaitCurve shown() {
        return sizing.curve(sizing.times()).or(() -> sizing.curve(1)).orElse(new WaitCurve(1, List.of()));
    }

    /** Returns the other traffic to which the reader compares it: the neediest minute, or twice its traffic. */
    Optional<WaitCurve> beside() {
        return sizing.curve(shown().times() == 1 ? TWICE : 1);
    }

    /** Returns the sizes that people compare: the answer, today's, and those around where waits begin. */
    List<List<String>> rows() {
        List<ReplayedWaits> telling = shown().waits().stream()
                .filter(each -> each.lateShare() < 0.9 && (each.lateShare() > 0 || each.p999Ms() > 0))
                .toList();
        int step = Math.max(1, (telling.size() + MOST_ROWS - 1) / MOST_ROWS);
        return shown().waits().stream()
                .filter(each -> each.connections() == sizing.size()
                        || !sizing.need().limited() && Math.abs(each.connections() - sizing.recommended()) <= 1
                        || telling.contains(each) && telling.indexOf(each) % step == 0)
                .map(this::row)
                .toList();
    }

    /** Returns what a size is: the answer, what the pool has, or nothing. */
    private String mark(int connections) {
        String answer = connections == sizing.recommended() && sizing.answer().decided()
                ? language.text("size.mark.answer")
                : "";
        String now = connections == sizing.size() ? language.text("size.mark.now") : "";
        return answer.isEmpty() || now.isEmpty() ? answer + now : answer + ", " + now;
    }

    List<String> columns() {
        return List.of(
                language.text("size.column.pool"),
                language.text("size.column.in-use"),
                language.text("size.column.late", Durations.format(sizing.goal().p99())),
                language.text("size.column.mean"),
                "p99",
                "p99.9",
                language.text("size.column.timeouts"),
                "");
    }

    private List<String> row(ReplayedWaits each) {
        return List.of(
                "" + each.connections(),
                figures.number(each.inUse()),
                figures.percent(each.lateShare()),
                figures.waited(each.meanMs()),
                figures.waited(each.p99Ms()),
                figures.waited(each.p999Ms()),
                "" + each.timeouts(),
                mark(each.connections()));
    }
}
