package dev.poolfit.load.http;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Transport;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.SecondReports;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemTrustOptions;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The built-in engine: one event loop, on the native transport where there is one. */
public final class VertxLoadEngine implements LoadEngine {
    private static final int MOST_IN_FLIGHT = 10_000;
    private static final int LARGEST_CHUNK = 1 << 16;
    private static final long CLOSE_SECONDS = 5;

    /** The loggers that are silenced: a line for each failure, which is counted anyway, would drown all else. */
    private static final List<Logger> LIBRARIES =
            List.of(Logger.getLogger("io.vertx.core"), Logger.getLogger("io.netty"));

    static {
        LIBRARIES.forEach(each -> each.setLevel(Level.OFF));
    }

    private final int mostInFlight;
    private final long roomForBodies;
    private final Vertx vertx;
    private final EventLoop loop;
    private final ExecutorService reporter = Executors.newSingleThreadExecutor(task -> {
        var thread = new Thread(task, "poolfit-load-seconds");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable EventLoopRun current;
    private boolean closed;

    public VertxLoadEngine() {
        this(MOST_IN_FLIGHT);
    }

    VertxLoadEngine(int mostInFlight) {
        this(mostInFlight, Runtime.getRuntime().maxMemory() / 4);
    }

    /** @param roomForBodies bytes that the bodies of all responses under way may take */
    VertxLoadEngine(int mostInFlight, long roomForBodies) {
        this.mostInFlight = mostInFlight;
        this.roomForBodies = roomForBodies;
        vertx = Vertx.vertx(new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setUseDaemonThread(true)
                .setBlockedThreadCheckInterval(TimeUnit.HOURS.toMillis(1))
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        loop = new EventLoop(vertx, vertx.getOrCreateContext());
        // The first timer loads classes, which would make it late: no load shall have it.
        loop.at(loop.now(), nothing -> {});
    }

    /** Returns whether the event loop runs on the system's own transport, epoll on Linux. */
    public boolean nativeTransport() {
        return vertx.isNativeTransportEnabled();
    }

    Loop loop() {
        return loop;
    }

    @Override
    public synchronized LoadRun start(Load load, long seed, Consumer<ClientSecond> everySecond) {
        if (closed) {
            throw new IllegalStateException("the load engine is closed");
        }
        if (current != null && !current.stopped()) {
            throw new IllegalStateException("the load before has not been stopped");
        }
        var random = new SplittableRandom(seed);
        var mix = new RequestMix(load, random.split());
        var run = new EventLoopRun(
                loop,
                HttpConnection.over(client(load, mix.onlyThisMachine()), new BodyRoom(roomForBodies)),
                mix,
                new VirtualUsers(load),
                Pacer.of(load, loop, random.split(), mostInFlight),
                load.timeout(),
                new SelfMeter(loop::now),
                new SecondReports(reporter, everySecond));
        current = run;
        run.begin();
        return run;
    }

    private HttpClientAgent client(Load load, boolean onlyThisMachine) {
        long timeout = Math.min(Integer.MAX_VALUE, Math.max(1, load.timeout().toMillis()));
        Transport transport = load.transport();
        boolean trusting = transport.insecure()
                || (onlyThisMachine && transport.authority().isEmpty());
        var options = new HttpClientOptions()
                .setConnectTimeout((int) timeout)
                .setTrustAll(trusting)
                .setVerifyHost(!trusting)
                .setMaxChunkSize(LARGEST_CHUNK);
        transport
                .authority()
                .ifPresent(file -> options.setTrustOptions(new PemTrustOptions().addCertPath(file.toString())));
        if (transport.http2()) {
            options.setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true).setHttp2ClearTextUpgrade(false);
        }
        return vertx.createHttpClient(options);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (current != null) {
                current.stop(Duration.ZERO);
            }
        } finally {
            reporter.shutdown();
            closeLoop();
        }
    }

    private void closeLoop() {
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException leftToTheProcess) {
            // Its threads are daemons: what did not close in time ends with the process.
            return;
        }
    }
}
