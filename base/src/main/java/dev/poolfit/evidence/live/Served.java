package dev.poolfit.evidence.live;

/**
 * What a web server answered meanwhile, at any size.
 *
 * @param requests at least 0
 * @param failed those of them with a status from 400, at least 0
 */
public record Served(double requests, double failed) {
    public Served {
        if (!(requests >= 0 && failed >= 0)) {
            throw new IllegalArgumentException("requests are counted from 0, not " + requests + " and " + failed);
        }
    }

    public Served plus(Served more) {
        return new Served(requests + more.requests, failed + more.failed);
    }
}
