package dev.poolfit.watch;

import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.prometheus.FleetReader;
import dev.poolfit.prometheus.PrometheusAccess;
import dev.poolfit.report.Progress;
import dev.poolfit.report.fleet.SizedFleet;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.fleet.FleetSizing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** Reads the metrics of many services, and says how many connections each needs. */
public final class FleetWatch {
    private static final long MINUTE = 60;
    /** Waits in vain are counted by the services; the model knows none. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private FleetWatch() {}

    /**
     * Reads until now.
     *
     * @param wait what 99 of 100 borrows may wait at most
     * @param times the multiple of each pool's busiest minute that the answer is for, above 0
     * @throws dev.poolfit.evidence.EnvironmentFailure if the server cannot be asked, or knows no pool
     */
    public static SizedFleet read(
            PrometheusAccess access, Duration range, Duration wait, double times, Progress progress) {
        long end = Instant.now().getEpochSecond() / MINUTE * MINUTE;
        progress.phase(Message.of("phase.prometheus", Quantity.share(0)));
        var reader = new FleetReader(
                access,
                end - range.toSeconds() / MINUTE * MINUTE,
                end,
                share -> progress.phase(Message.of("phase.prometheus", Quantity.share(share))));
        return new SizedFleet(
                String.valueOf(access.url().getHost()),
                range.toSeconds(),
                ZoneId.systemDefault(),
                FleetSizing.of(reader.read(), new WaitGoal(wait, TIMEOUT), times));
    }
}
