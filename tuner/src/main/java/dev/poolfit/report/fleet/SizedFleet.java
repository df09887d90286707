package dev.poolfit.report.fleet;

import dev.poolfit.verdict.fleet.FleetSizing;
import java.time.ZoneId;

/**
 * A fleet whose counters were read.
 *
 * @param name of the metrics server
 * @param seconds that were looked at
 * @param zone by whose clock times are told
 */
public record SizedFleet(String name, long seconds, ZoneId zone, FleetSizing sizing) {}
