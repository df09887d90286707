package dev.poolfit.benchmarks.engine;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs wrk with one thread. */
final class Wrk implements Sender {
    private static final Pattern TOTAL = Pattern.compile("(\\d+) requests in ([\\d.]+)s");

    @Override
    public Cost send(String url, int connections, int seconds) throws IOException, InterruptedException {
        Timed timed = Timed.run(List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", url));
        Matcher total = TOTAL.matcher(timed.output());
        if (!total.find()) {
            throw new IllegalStateException("wrk says nothing of its requests: " + timed.output());
        }
        return new Cost(Long.parseLong(total.group(1)), Double.parseDouble(total.group(2)), timed.cpuSeconds());
    }
}
