package dev.poolfit.report.live;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.live.LiveComparison;
import dev.poolfit.verdict.live.LiveDescent;
import dev.poolfit.verdict.live.LiveStep;
import dev.poolfit.verdict.sizing.SizingAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The sentences of the answer, the same on the terminal and on the page. */
final class LiveWords {
    private final TunedLive tuned;
    private final LiveDescent descent;
    private final Language language;
    private final Figures figures;

    LiveWords(TunedLive tuned, Language language) {
        this.tuned = tuned;
        descent = tuned.descent();
        this.language = language;
        figures = new Figures(language);
    }

    /** Returns the verdict in one sentence. */
    Message verdict() {
        int today = tuned.question().today();
        SizingAnswer recorded = tuned.recorded().answer();
        if (recorded == SizingAnswer.NO_TRAFFIC) {
            return Message.of(
                    "size.none", figures.length(tuned.recorded().traffic().seconds()));
        }
        if (recorded == SizingAnswer.DRY) {
            return Message.of(
                    "size.dry",
                    figures.length(tuned.recorded().drySeconds()),
                    tuned.recorded().traffic().timeouts(),
                    today,
                    tuned.recorded().neediest().peak());
        }
        if (recorded == SizingAnswer.AT_LEAST) {
            return Message.of("live-run.short", today, tuned.recorded().recommended());
        }
        if (!tuned.recorded().allowsFewer()) {
            return Message.of("live-run.raise", today, tuned.recorded().recommended());
        }
        if (descent.tried().isEmpty()) {
            return Message.of(
                    descent.below() == LiveDescent.Below.LEAST ? "live-run.least" : "live-run.nothing", today);
        }
        if (descent.differsFromItself()) {
            return Message.of("live-run.differs", today);
        }
        if (descent.enough() < today) {
            return Message.of("live-run.enough", descent.enough(), today, margin(), rate());
        }
        if (descent.decided()) {
            return Message.of("live-run.needed", today, today - 1, rate());
        }
        return Message.of(
                descent.below() == LiveDescent.Below.BROKE_GUARD ? "live-run.guarded" : "live-run.open", today);
    }

    private Quantity margin() {
        return Quantity.share(tuned.question().margin());
    }

    private String rate() {
        return figures.number(tuned.seconds() == 0 ? 0 : tuned.borrows() / tuned.seconds());
    }

    /** Returns what the verdict stands on. */
    List<Message> evidence() {
        var all = new ArrayList<Message>();
        if (!tuned.recorded().allowsFewer()) {
            return all;
        }
        int enough = descent.enough();
        descent.tried().stream()
                .filter(each -> each.size() == enough && each.result() == LiveStep.Result.NOT_WORSE)
                .findFirst()
                .ifPresent(each -> all.add(Message.of(
                        "live-run.cost",
                        enough,
                        tuned.question().today(),
                        difference(each.comparison().extra()),
                        ratio(each.comparison().hold()),
                        difference(each.comparison().late()))));
        below().ifPresent(all::add);
        left().ifPresent(all::add);
        descent.tried()
                .forEach(each -> each.broken()
                        .ifPresent(guard -> all.add(Message.of("live-run.below-guard", each.size(), broke(guard)))));
        expected(enough).ifPresent(all::add);
        if (tuned.seconds() > 0) {
            all.add(Message.of(
                    "live-run.load",
                    rate(),
                    figures.waited(tuned.recorded().neediest().holdMs()),
                    figures.length(tuned.seconds())));
            all.add(Message.of(
                    "live-run.price",
                    figures.waited(1000 * tuned.extraWaitSeconds()),
                    figures.number(tuned.borrows()),
                    Durations.format(tuned.guard().cost())));
            tuned.served()
                    .ifPresent(each -> all.add(Message.of(
                            "live-run.failed", figures.number(each.failed()), figures.number(each.requests()))));
        }
        return all;
    }

    private Optional<Message> below() {
        int smaller = descent.enough() - 1;
        return switch (descent.below()) {
            case WORSE -> Optional.of(Message.of("live-run.below-worse", smaller, margin()));
            case UNSAFE -> Optional.of(Message.of("live-run.below-unsafe", smaller));
            case LEAST, BROKE_GUARD -> Optional.empty();
            case OPEN -> Optional.of(Message.of("live-run.below-open", smaller));
        };
    }

    /** Returns about how much longer the run would take for the size that is next; empty where nobody can tell. */
    private Optional<Message> left() {
        return descent.secondsLeft()
                .filter(seconds -> seconds > 0)
                .map(seconds -> Message.of(
                        "live-run.next",
                        Durations.format(Duration.ofMinutes(Math.max(1, Math.round(seconds / 60)))),
                        rate()));
    }

    /** Returns what the replay of the busiest minute expects of a size. */
    private Optional<Message> expected(int size) {
        if (tuned.recorded().need().limited()) {
            return Optional.empty();
        }
        return tuned.recorded().curve().stream()
                .filter(each -> each.connections() <= size)
                .reduce((smaller, larger) -> larger)
                .map(each -> Message.of(
                        "live-run.busiest", size, figures.waited(each.p99Ms()), figures.waited(each.p999Ms())));
    }

    private Message broke(GuardBreak each) {
        return switch (each.guard()) {
            case WAIT -> Message.of("live-run.broke-wait", figures.waited(each.value() / 1e6));
            case PENDING -> Message.of("live-run.broke-pending", Math.round(each.value()));
            case TIMEOUTS -> Message.of("live-run.broke-timeouts", Math.round(each.value()));
            case COST -> Message.of("live-run.broke-cost", figures.waited(each.value() / 1e6));
            case ERRORS -> Message.of("live-run.broke-errors", Quantity.share(each.value()));
        };
    }

    /** Returns what the reader should know before acting on it. */
    List<Message> notes() {
        var all = new ArrayList<Message>();
        tuned.recorded()
                .traffic()
                .nested()
                .map(each -> each.said(tuned.question().today()))
                .ifPresent(all::add);
        if (tuned.seconds() == 0) {
            return all;
        }
        LiveComparison again = descent.again();
        if (Figures.bounded(again.hold())) {
            all.add(Message.of("live-run.again", difference(again.extra()), ratio(again.hold()), ratio(again.rate())));
        }
        longer().ifPresent(all::add);
        if (descent.unlimited() > 0) {
            all.add(Message.of(
                    "live-run.unlimited", descent.unlimited(), tuned.question().today()));
        }
        if (tuned.served().isEmpty()) {
            all.add(Message.of("live-run.failed-unknown"));
        }
        all.add(Message.of("live-run.always"));
        all.add(Message.of("live-run.then"));
        if (descent.enough() < tuned.question().today() && !descent.confirmed()) {
            all.add(Message.of("live-run.unconfirmed"));
        }
        if (descent.costly()) {
            all.add(Message.of("live-run.costly", Durations.format(tuned.guard().cost())));
        }
        if (tuned.lost() > 0) {
            all.add(Message.of("live-run.lost", tuned.lost()));
        }
        if (tuned.restarts() > 0) {
            all.add(Message.of("size.restarts", tuned.restarts()));
        }
        return all;
    }

    private Optional<Message> longer() {
        return descent.tried().stream()
                .filter(each -> each.size() == descent.enough()
                        && Figures.bounded(each.longer().hold()))
                .findFirst()
                .map(each -> Message.of(
                        "live-run.longer-turns",
                        difference(each.longer().extra()),
                        ratio(each.longer().hold())));
    }

    /** Returns what the run leaves: the setting that was made, or the one to make. */
    Optional<Message> setting() {
        if (!tuned.decided() || tuned.size() == tuned.question().today()) {
            return Optional.empty();
        }
        return Optional.of(
                tuned.applied()
                        ? Message.of("live-run.applied", tuned.size())
                        : Message.of("live-run.unchanged", tuned.question().today()));
    }

    String heading() {
        return language.text("live-run.heading", tuned.pool(), tuned.question().today());
    }

    List<String> columns() {
        return List.of(
                language.text("size.column.pool"),
                language.text("live-run.column.wait"),
                language.text("live-run.column.hold"),
                language.text("live-run.column.rate"),
                language.text("live-run.column.result"));
    }

    List<String> row(LiveStep each) {
        LiveComparison by = each.comparison();
        return List.of(
                "" + each.size(),
                difference(by.extra()),
                ratio(by.hold()),
                ratio(by.rate()),
                language.text(Message.of(each.result())));
    }

    private String ratio(Interval each) {
        return Figures.bounded(each)
                ? String.format(Locale.ROOT, "%.1f (%.1f–%.1f)", 100 * each.mean(), 100 * each.low(), 100 * each.high())
                : language.text("figure.unknown");
    }

    private String difference(Interval each) {
        return Figures.bounded(each)
                ? String.format(
                                Locale.ROOT,
                                "%+.2f (%+.2f–%+.2f)",
                                100 * each.mean(),
                                100 * each.low(),
                                100 * each.high())
                        .replaceAll("[-+]0\\.00(?!\\d)", "0.00")
                        .replace('-', '−')
                : language.text("figure.unknown");
    }
}
