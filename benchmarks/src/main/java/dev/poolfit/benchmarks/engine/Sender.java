package dev.poolfit.benchmarks.engine;

import java.io.IOException;

/** Sends as many requests as it can. */
interface Sender {
    /** Sends GET requests on so many connections at once. */
    Cost send(String url, int connections, int seconds) throws IOException, InterruptedException;
}
