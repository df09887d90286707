package dev.poolfit.verdict.sizing;

/**
 * Says how many connections are enough at so many times the traffic of the neediest minute.
 *
 * @param times above 0
 * @param connections at least 1
 * @param low the lower end of the 95 % interval
 * @param high the upper end; with so many the traffic is served well
 * @param limited whether more would come than can be served by any number, since what the connections share is at its limit; the
 *     figures are 1 then
 */
public record Need(double times, int connections, int low, int high, boolean limited) {
    static Need limited(double times) {
        return new Need(times, 1, 1, 1, true);
    }
}
