package dev.poolfit.load.http;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.SecondReports;
import dev.poolfit.load.Seconds;
import dev.poolfit.units.IntRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** A load of the built-in engine in virtual time: its pacers, counters, deadlines and seconds, without a network. */
public final class VirtualLoad {
    private static final int MOST_IN_FLIGHT = 500;
    private static final String URL = "http://127.0.0.1:9/";

    private final VirtualLoop loop;
    private final EventLoopRun run;
    private final Seconds seconds = new Seconds();
    private Runnable eachSecond = () -> {};

    private VirtualLoad(VirtualLoop loop, Load load, VirtualService service) {
        this.loop = loop;
        var random = new SplittableRandom(1);
        var mix = new RequestMix(load, random.split());
        run = new EventLoopRun(
                loop,
                service,
                mix,
                new VirtualUsers(load),
                Pacer.of(load, loop, random.split(), MOST_IN_FLIGHT),
                load.timeout(),
                () -> new Meter.Use(0, 0),
                new SecondReports(new SameThread(), second -> {
                    seconds.accept(second);
                    eachSecond.run();
                }));
    }

    /** Begins a load whose requests all go to one service. */
    static VirtualLoad begin(VirtualLoop loop, Load load, VirtualService service) {
        var begun = new VirtualLoad(loop, load, service);
        begun.run.begin();
        return begun;
    }

    static Load.Request get() {
        return new Load.Request("GET", URL, 1, Map.of(), Optional.empty(), new IntRange(200, 299));
    }

    /** All seconds of a load of a certain shape on a service, without pauses. */
    public static List<ClientSecond> seconds(Load.Shape shape, VirtualService.Plan plan, Duration length) {
        var loop = new VirtualLoop();
        var load = new Load(shape, Duration.ZERO, List.of(get()), Duration.ofSeconds(10), Set.of());
        return begin(loop, load, VirtualService.answering(loop, plan))
                .pass(length)
                .all();
    }

    /** What the receiver of the seconds does besides. */
    void eachSecond(Runnable task) {
        eachSecond = task;
    }

    /** Lets time pass. */
    Seconds pass(Duration length) {
        loop.run(length);
        return seconds;
    }

    EventLoopRun run() {
        return run;
    }

    private static final class SameThread extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
