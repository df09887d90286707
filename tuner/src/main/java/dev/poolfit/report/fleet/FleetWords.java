package dev.poolfit.report.fleet;

import dev.poolfit.metered.MeteredDatabase;
import dev.poolfit.metered.MeteredMinute;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.fleet.FleetSizing;
import dev.poolfit.verdict.fleet.PoolSizing;
import dev.poolfit.verdict.sizing.SizingAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** The sentences of an answer, the same on the terminal and on the page. */
final class FleetWords {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm");
    private static final int MOST_NAMES = 5;
    private static final long MINUTE = 60;
    private static final double BURSTY = 1.5;

    private final FleetSizing sizing;
    private final Language language;
    private final Figures figures;
    private final ZoneId zone;

    /** @param zone by whose clock times are told */
    FleetWords(FleetSizing sizing, Language language, ZoneId zone) {
        this.sizing = sizing;
        this.language = language;
        this.figures = new Figures(language);
        this.zone = zone;
    }

    /** Returns the verdict in one sentence, or two. */
    List<Message> verdict() {
        var all = new ArrayList<Message>();
        List<PoolSizing> exhausted = sizing.pools().stream()
                .filter(each -> each.pool().aside().exhausted() > 0)
                .toList();
        if (!exhausted.isEmpty()) {
            all.add(Message.of(
                    "fleet.exhausted",
                    exhausted.stream()
                            .limit(MOST_NAMES)
                            .map(each -> language.text(
                                    "fleet.instances",
                                    name(each),
                                    each.pool().aside().exhausted(),
                                    Math.max(
                                            each.pool().atOnce(),
                                            each.pool().aside().exhausted())))
                            .collect(Collectors.joining(", "))));
        }
        List<PoolSizing> giving = sizing.with(SizingAnswer.GIVE_BACK);
        List<PoolSizing> needing = sizing.with(SizingAnswer.RAISE);
        List<PoolSizing> scarce = sizing.with(SizingAnswer.AT_LEAST).stream()
                .filter(each -> each.pool().aside().exhausted() == 0)
                .toList();
        if (!giving.isEmpty()) {
            all.add(Message.of("fleet.give-back", sizing.givenBack(), sizing.today(), names(giving)));
        }
        if (!needing.isEmpty()) {
            all.add(Message.of("fleet.short", names(needing)));
        }
        if (!scarce.isEmpty()) {
            all.add(Message.of("fleet.at-least", names(scarce)));
        }
        if (giving.isEmpty() && needing.isEmpty() && scarce.isEmpty()) {
            all.add(Message.of(sizing.decided() ? "fleet.fits" : "fleet.undecided"));
        }
        return all;
    }

    private String names(List<PoolSizing> pools) {
        String names = pools.stream().limit(MOST_NAMES).map(this::name).collect(Collectors.joining(", "));
        return pools.size() > MOST_NAMES ? language.text("fleet.more", names, pools.size() - MOST_NAMES) : names;
    }

    /** Returns the service, with its pool where it has several. */
    String name(PoolSizing pool) {
        long same = sizing.pools().stream()
                .filter(each -> each.pool().service().equals(pool.pool().service()))
                .count();
        return same > 1
                ? pool.pool().service() + "/" + pool.pool().pool()
                : pool.pool().service();
    }

    List<String> columns() {
        return List.of(
                language.text("fleet.column.service"),
                language.text("fleet.column.instances"),
                language.text("fleet.column.today"),
                language.text("fleet.column.used"),
                language.text("fleet.column.needed"),
                language.text("fleet.column.set"),
                language.text("fleet.column.back"));
    }

    List<String> row(PoolSizing each) {
        boolean decided = each.answer().decided();
        return List.of(
                name(each),
                "" + each.pool().atOnce(),
                "" + each.pool().maximum(),
                figures.number(each.busiest().inUse()),
                switch (each.answer()) {
                    case NO_TRAFFIC ->
                        language.text(each.pool().aside().exhausted() > 0 ? "fleet.none-free" : "fleet.no-traffic");
                    case TOO_FEW_BORROWS -> language.text("fleet.few");
                    case AT_LEAST -> "≥ " + each.recommended();
                    default -> interval(each);
                },
                decided ? "" + each.recommended() : "",
                decided ? "" + each.givenBack() : "");
    }

    private static String interval(PoolSizing each) {
        return each.need().low() == each.need().high()
                ? "" + each.need().high()
                : each.need().connections() + " (" + each.need().low() + "–"
                        + each.need().high() + ")";
    }

    /** Returns the busiest minutes of the pools that are named first. */
    List<Message> minutes() {
        return sizing.pools().stream()
                .filter(each -> each.answer() != SizingAnswer.NO_TRAFFIC)
                .limit(MOST_NAMES)
                .map(this::minute)
                .toList();
    }

    private Message minute(PoolSizing each) {
        MeteredMinute minute = each.busiest();
        return Message.of(
                each.peakedness() >= BURSTY ? "fleet.minute-bursts" : "fleet.minute",
                name(each),
                time(minute),
                each.instance(),
                figures.number(minute.borrows()),
                figures.millis(minute.hold() * 1000),
                figures.number(each.peakedness()));
    }

    /** Returns when a minute began, with its day. */
    String time(MeteredMinute minute) {
        return Instant.ofEpochSecond(minute.begin()).atZone(zone).format(TIME);
    }

    /** Returns what the reader should know before acting on it. */
    List<Message> notes() {
        var all = new ArrayList<Message>();
        for (MeteredDatabase each : sizing.fleet().databases()) {
            all.add(Message.of("fleet.database", each.instance(), each.most(), each.limit()));
        }
        for (PoolSizing each : sizing.pools()) {
            each.pool().replicas().ifPresent(most -> {
                if (each.answer().decided() && most > each.pool().atOnce()) {
                    all.add(Message.of("fleet.replicas", name(each), most, most * each.recommended()));
                }
            });
        }
        for (PoolSizing each : sizing.pools()) {
            if (each.pool().aside().timeouts() >= 1 && each.timeouts() == 0) {
                all.add(Message.of(
                        "fleet.timeouts",
                        name(each),
                        Math.round(each.pool().aside().timeouts())));
            }
        }
        if (!sizing.fleet().unsized().isEmpty()) {
            all.add(Message.of("fleet.unsized", String.join(", ", sizing.fleet().unsized())));
        }
        List<PoolSizing> unknown =
                sizing.pools().stream().filter(PoolSizing::burstsUnknown).toList();
        if (!unknown.isEmpty()) {
            all.add(Message.of("fleet.bursts-unknown", names(unknown)));
        }
        all.add(Message.of("fleet.goal", Durations.format(sizing.goal().p99())));
        sizing.pools().stream()
                .filter(each -> each.pool().sampling().minute() > MINUTE)
                .collect(Collectors.groupingBy(each -> each.pool().sampling(), LinkedHashMap::new, Collectors.toList()))
                .forEach((sampling, pools) -> all.add(Message.of(
                        "fleet.interval",
                        names(pools),
                        Durations.format(Duration.ofSeconds(sampling.interval())),
                        Durations.format(Duration.ofSeconds(sampling.minute())))));
        all.add(Message.of("fleet.method"));
        return all;
    }

    String heading(long seconds) {
        return language.text("fleet.heading", figures.length(seconds));
    }

    /** Returns the lines to paste into each service whose size changes. */
    List<String> settings() {
        return sizing.with(SizingAnswer.GIVE_BACK, SizingAnswer.RAISE).stream()
                .map(each -> name(each) + ": spring.datasource.hikari.maximum-pool-size: " + each.recommended())
                .toList();
    }
}
