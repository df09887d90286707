package dev.poolfit.benchmarks.size;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.UrlTemplate;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends GET requests of an experiment as many independent users would, with bursts: a Poisson process that changes between two
 * states, with half and with twice the mean rate, for 2 s and 1 s in the mean (a Markov-modulated Poisson process; Fischer and
 * Meier-Hellstern 1993). It does not wait for answers. With a day, the rate rises and falls beside that, between half and one
 * and a half times the mean.
 */
final class BurstyTraffic implements AutoCloseable {
    private static final double BUSY = 2;
    private static final double QUIET = 0.5;
    private static final double BUSY_SECONDS = 1;
    private static final double QUIET_SECONDS = 2;
    private static final double DAY_SWING = 0.5;

    private final List<UrlTemplate> urls;
    private final double rate;
    /** The length of a day, in seconds; 0 for none. */
    private final int day;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newFixedThreadPool(2, task -> {
                Thread thread = new Thread(task, "traffic-answers");
                thread.setDaemon(true);
                return thread;
            }))
            .build();
    private final AtomicLong failed = new AtomicLong();
    private final Thread sender = new Thread(this::send, "traffic");
    private volatile boolean running = true;
    /** The seed of the arrivals from now on. */
    private volatile long seed = 1;

    private volatile int turn;

    /**
     * @param rate requests a second in the mean
     * @param day its length in seconds; 0 where the mean stays as it is
     */
    BurstyTraffic(Load load, double rate, int day) {
        urls = load.requests().stream()
                .filter(each -> each.method().equals("GET"))
                .map(each -> UrlTemplate.parse(each.url()))
                .toList();
        this.rate = rate;
        this.day = day;
        sender.setDaemon(true);
        sender.start();
    }

    /** Begins the same arrivals anew for the same seed. */
    void restart(long other) {
        seed = other;
        turn++;
    }

    private void send() {
        while (running) {
            int now = turn;
            var random = new Random(seed);
            long begin = System.nanoTime();
            double at = 0;
            double change = 0;
            boolean busy = true;
            while (running && now == turn) {
                if (at >= change) {
                    busy = !busy;
                    change = at + exponential(busy ? BUSY_SECONDS : QUIET_SECONDS, random);
                }
                at += exponential(1 / (rate * curve(at) * (busy ? BUSY : QUIET)), random);
                UrlTemplate url = urls.get(random.nextInt(urls.size()));
                URI address = URI.create(
                        url.scheme() + "://" + url.authority() + url.target().draw(random));
                long due = begin + (long) (at * 1e9);
                while (running && now == turn && due - System.nanoTime() > 0) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                client.sendAsync(
                                HttpRequest.newBuilder(address)
                                        .timeout(Duration.ofSeconds(60))
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .whenComplete((answer, failure) -> {
                            if (failure != null || answer.statusCode() >= 400) {
                                failed.incrementAndGet();
                            }
                        });
            }
        }
    }

    private double curve(double at) {
        return day == 0 ? 1 : 1 - DAY_SWING * Math.cos(2 * Math.PI * at / day);
    }

    private static double exponential(double mean, Random random) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    long failed() {
        return failed.get();
    }

    @Override
    public void close() {
        running = false;
    }
}
