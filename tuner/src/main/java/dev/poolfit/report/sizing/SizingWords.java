package dev.poolfit.report.sizing;

import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.sizing.Need;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.TrafficMinute;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The sentences of an answer, the same on the terminal and on the page. */
final class SizingWords {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("MM-dd HH:mm");
    private static final int MOST_ROUTES = 3;
    /** Waits in the mean, in milliseconds, from which on what was seen can be compared with the replay. */
    private static final double SEEN = 0.1;

    private final SizedService service;
    private final Sizing sizing;
    private final Language language;
    private final Figures figures;

    SizingWords(SizedService service, Language language) {
        this.service = service;
        this.sizing = service.sizing();
        this.language = language;
        this.figures = new Figures(language);
    }

    /** Returns whether there is anything to show beside the sentence. */
    boolean hasTraffic() {
        return sizing.hasTraffic();
    }

    /** Returns the verdict in one sentence. */
    Message verdict() {
        int size = sizing.size();
        return switch (sizing.answer()) {
            case NO_TRAFFIC ->
                Message.of("size.none", figures.length(sizing.traffic().seconds()));
            case DRY ->
                Message.of(
                        "size.dry",
                        figures.length(sizing.drySeconds()),
                        sizing.traffic().timeouts(),
                        size,
                        sizing.neediest().peak());
            case TOO_FEW_BORROWS -> few();
            case AT_LEAST ->
                Message.of(
                        "size.at-least",
                        sizing.recommended(),
                        share(sizing.neediest().lateShare()),
                        wanted(),
                        sizing.neediest().timeouts());
            case AT_LIMIT -> Message.of("size.at-limit", traffic());
            case GIVE_BACK ->
                sizing.keptForNested()
                        ? Message.of(
                                "size.give-back-nested",
                                traffic(),
                                spared(),
                                sizing.recommended(),
                                size,
                                size - sizing.recommended())
                        : Message.of(
                                "size.give-back", sizing.recommended(), traffic(), size, size - sizing.recommended());
            case FITS ->
                sizing.keptForNested()
                        ? Message.of(safe(size) ? "size.fits-nested" : "size.fits-unsafe", traffic(), spared(), size)
                        : Message.of("size.fits", size, traffic());
            case RAISE -> Message.of("size.raise", sizing.recommended(), traffic(), size);
        };
    }

    /** A busier time does not tell more of a pool in which borrows wait in vain already. */
    private Message few() {
        long borrows = sizing.traffic().borrows();
        String length = figures.length(sizing.traffic().seconds());
        long inVain = sizing.traffic().timeouts();
        return inVain > 0
                ? Message.of("size.few-in-vain", borrows, length, inVain)
                : Message.of("size.few", borrows, length, sizing.traffic().peak());
    }

    private boolean safe(int size) {
        return sizing.traffic().nested().filter(each -> each.isSafe(size)).isPresent();
    }

    /** Returns what the traffic alone would need. */
    private int spared() {
        return Math.max(Sizing.LEAST, sizing.need().high());
    }

    private static Quantity share(double share) {
        return Quantity.share(share);
    }

    private Message traffic() {
        return sizing.times() == 1
                ? Message.of("size.busiest")
                : Message.of("size.busiest-times", times(sizing.times()));
    }

    private String wanted() {
        return Durations.format(sizing.goal().p99());
    }

    /** Returns a multiple without needless decimals, such as {@code ×1.5}. */
    static String times(double times) {
        return "×" + new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(times);
    }

    /** Returns what the verdict stands on. */
    List<Message> evidence() {
        var all = new ArrayList<Message>();
        TrafficMinute minute = sizing.neediest();
        all.add(Message.of(
                "size.minute",
                time(minute),
                figures.number(minute.rate()),
                figures.waited(minute.holdMs()),
                figures.number(minute.inUse())));
        sizing.waits(sizing.recommended())
                .filter(waits -> sizing.times() == 1 && !sizing.need().limited())
                .ifPresent(waits -> all.add(Message.of(
                        "size.with",
                        sizing.recommended(),
                        figures.waited(waits.p99Ms()),
                        figures.waited(waits.p999Ms()))));
        nested().ifPresent(all::add);
        String routes = routes();
        if (!routes.isEmpty()) {
            all.add(Message.of("size.routes", routes));
        }
        return all;
    }

    private Optional<Message> nested() {
        return sizing.traffic().nested().map(each -> each.said(sizing.size()));
    }

    private String routes() {
        double all = sizing.routes().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        return String.join(
                ", ",
                sizing.routes().entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .limit(MOST_ROUTES)
                        .map(each -> each.getKey() + " " + figures.percent(each.getValue() / Math.max(1e-9, all)))
                        .toList());
    }

    /** Returns what the reader should know before acting on it. */
    List<Message> notes() {
        var all = new ArrayList<Message>();
        if (service.sizeBefore() != sizing.size()) {
            all.add(Message.of("size.changed", service.sizeBefore(), sizing.size()));
        }
        if (!hasTraffic()) {
            nested().ifPresent(all::add);
            return all;
        }
        TrafficMinute minute = sizing.neediest();
        Optional<ReplayedWaits> now = sizing.waits(sizing.size());
        if (now.isPresent() && sizing.otherCause()) {
            all.add(Message.of(
                    "size.other-cause",
                    share(minute.lateShare()),
                    wanted(),
                    sizing.size(),
                    share(now.get().lateShare())));
        } else if (now.isPresent() && minute.waitMs() >= SEEN) {
            all.add(Message.of(
                    "size.check",
                    sizing.size(),
                    figures.waited(minute.waitMs()),
                    figures.waited(now.get().meanMs())));
        }
        timeouts(minute).ifPresent(all::add);
        all.add(Message.of("size.open"));
        double sigma = sizing.contention().sigma();
        all.add(sigma > 0 ? Message.of("size.contention", share(sigma)) : Message.of("size.holds"));
        service.live().flatMap(this::live).ifPresent(all::add);
        if (sizing.answer().decided() && sizing.need().high() < Sizing.LEAST && sizing.recommended() == Sizing.LEAST) {
            all.add(Message.of("size.spare"));
        }
        if (service.dropped() > 0) {
            all.add(Message.of("size.dropped", service.dropped()));
        }
        if (service.restarts() > 0) {
            all.add(Message.of("size.restarts", service.restarts()));
        }
        return all;
    }

    /** Returns the borrows in vain that the verdict does not tell. */
    private Optional<Message> timeouts(TrafficMinute minute) {
        long all = sizing.traffic().timeouts();
        return switch (sizing.answer()) {
            case DRY, TOO_FEW_BORROWS -> Optional.empty();
            case AT_LEAST ->
                all > minute.timeouts()
                        ? Optional.of(Message.of("size.timeouts", all - minute.timeouts()))
                        : Optional.empty();
            default -> all > 0 ? Optional.of(Message.of("size.timeouts-all", all)) : Optional.empty();
        };
    }

    /** Only a smaller pool than today's can be compared, and only with a traffic that is served. */
    private Optional<Message> live(String command) {
        return switch (sizing.answer()) {
            case GIVE_BACK, FITS, AT_LIMIT ->
                sizing.size() > sizing.least() ? Optional.of(Message.of("size.live", command)) : Optional.empty();
            case AT_LEAST ->
                sizing.recommended() > sizing.least(sizing.recommended())
                        ? Optional.of(Message.of("size.live-then", command))
                        : Optional.empty();
            case RAISE, TOO_FEW_BORROWS, DRY, NO_TRAFFIC -> Optional.empty();
        };
    }

    /** Returns when a minute began, with its day where the recording is a day or longer. */
    String time(TrafficMinute minute) {
        boolean days = sizing.traffic().seconds() > 86_400;
        return service.began().plusNanos((long) (minute.second() * 1e9)).format(days ? DAY : TIME);
    }

    String interval(Need need) {
        if (need.limited()) {
            return language.text("size.limit");
        }
        return need.low() == need.high()
                ? "" + need.high()
                : need.connections() + " (" + need.low() + "–" + need.high() + ")";
    }
}
