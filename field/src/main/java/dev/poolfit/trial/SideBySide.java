package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.SideTurns;
import dev.poolfit.evidence.SideTurns.Turn;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.service.RunningService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Lets two services on one machine take turns under the same load: one has it for a period, and once its last responses
 * are in, the other has it. Both turns make a block; what drifts on the machine hits both alike. The beginning of each
 * turn is left out as far as the counts tell ({@link Settling}).
 */
public final class SideBySide implements AutoCloseable {
    /** The time for which each has the load in a turn. */
    public static final Duration PERIOD = Duration.ofSeconds(3);

    private static final long SECOND = 1_000_000_000L;
    private static final Duration GLANCE = Duration.ofMillis(10);

    private final List<Side> sides;
    private final TrialListener listener;
    private final Time time;

    /** One of the two, with the load that goes to it. */
    public record Build(Experiment experiment, RunningService service, LoadEngine engine) {}

    /** @param builds the two */
    public SideBySide(List<Build> builds, TrialListener listener, Time time) {
        this.listener = listener;
        this.time = time;
        sides = builds.stream().map(Side::new).toList();
    }

    /**
     * Loads one after the other until it is warm ({@link FirstWarmUp}).
     *
     * @param longest time for each
     * @throws EnvironmentFailure if service, database or load fail
     */
    public void warmUp(Duration longest) throws InterruptedException {
        for (Side side : sides) {
            side.warmUp(longest.toSeconds());
        }
    }

    /**
     * Runs blocks.
     *
     * @param orders for each block the places of the two, 0 and 1, in the order of their turns
     * @throws EnvironmentFailure if service, database or load fail
     */
    public void run(List<List<Integer>> orders) throws InterruptedException {
        for (List<Integer> order : orders) {
            for (int place : order) {
                sides.get(place).turn();
            }
        }
        for (Side side : sides) {
            side.collect();
        }
    }

    /** Returns what all turns so far gave, for each of the two. */
    public List<SideTurns> turns() {
        double hold = sides.stream().mapToDouble(Side::holdSeconds).max().orElse(0);
        var settling = new Settling(
                sides.stream().map(side -> side.tenths).toList(), (int) PERIOD.toSeconds() * ClientSecond.TENTHS, (int)
                        Math.round(hold * ClientSecond.TENTHS));
        var all = new ArrayList<SideTurns>();
        for (int place = 0; place < sides.size(); place++) {
            all.add(sides.get(place).turns(settling, place));
        }
        return all;
    }

    @Override
    public void close() {
        sides.forEach(Side::close);
    }

    private final class Side {
        private final Build build;
        private final List<Integer> begun = new ArrayList<>();
        private final List<int[]> tenths = new ArrayList<>();
        private final List<List<ClientSecond>> client = new ArrayList<>();
        private final List<List<Sample>> samples = new ArrayList<>();
        private @Nullable LoadSession running;

        Side(Build build) {
            this.build = build;
        }

        private LoadSession session() {
            LoadSession present = running;
            if (present == null) {
                Experiment experiment = build.experiment();
                present = new LoadSession(
                        experiment.load(),
                        seconds -> build.engine().start(experiment.load(), experiment.seed(), seconds),
                        build.service(),
                        listener,
                        Optional.empty(),
                        time);
                running = present;
            }
            return present;
        }

        void warmUp(long longest) throws InterruptedException {
            LoadSession session = session();
            new FirstWarmUp(session, listener).run(longest, 0);
            rest(session);
        }

        private void rest(LoadSession session) throws InterruptedException {
            session.hold(true);
            long end = session.elapsed() + build.experiment().load().timeout().toNanos();
            while (session.inFlight() > 0 && session.elapsed() < end) {
                time.sleep(GLANCE);
            }
        }

        void turn() throws InterruptedException {
            LoadSession session = session();
            int begin = (int) (session.elapsed() / SECOND) + 1;
            int end = begin + (int) PERIOD.toSeconds();
            boolean lasts = session.awaitElapsed(begin * SECOND);
            session.hold(false);
            lasts &= session.awaitElapsed(end * SECOND);
            if (!lasts) {
                throw new EnvironmentFailure(
                        "the load ended by itself", "give load.users or load.rate, so that Poolfit ends the load");
            }
            rest(session);
            begun.add(begin);
        }

        void collect() throws InterruptedException {
            LoadSession session = session();
            int period = (int) PERIOD.toSeconds();
            for (int begin : begun) {
                int end = begin + period;
                while (session.age() < end && session.awaitSecond()) {
                    // The condition does the waiting.
                }
                session.recording
                        .tenths(begin * ClientSecond.TENTHS, end * ClientSecond.TENTHS)
                        .ifPresent(tenths::add);
                client.add(session.recording.client(begin, end));
                samples.add(session.recording.samples(begin, end));
            }
            begun.clear();
        }

        double holdSeconds() {
            List<ClientSecond> seconds = client.stream().flatMap(List::stream).toList();
            return Little.holdSeconds(
                    seconds, samples.stream().flatMap(List::stream).toList());
        }

        SideTurns turns(Settling settling, int place) {
            List<Double> rates = settling.rates(place);
            int whole = Math.min(
                    (settling.discarded() + ClientSecond.TENTHS - 1) / ClientSecond.TENTHS,
                    (int) PERIOD.toSeconds() - 1);
            var turns = new ArrayList<Turn>();
            for (int block = 0; block < rates.size(); block++) {
                List<ClientSecond> seconds = client.get(block);
                List<ClientSecond> settled = seconds.subList(whole, seconds.size());
                List<Sample> read = samples.get(block).subList(whole, seconds.size());
                double good = settled.stream().mapToLong(ClientSecond::good).sum();
                OptionalDouble cpu = read.stream()
                        .flatMapToDouble(sample -> sample.get(Metric.SERVICE_CPU).stream())
                        .average();
                double hold = Little.holdSeconds(settled, read);
                turns.add(new Turn(
                        rates.get(block),
                        (long) good,
                        settled.stream().mapToLong(ClientSecond::failed).sum(),
                        settled.stream().map(ClientSecond::latency).toList(),
                        hold > 0 ? OptionalDouble.of(1e3 * hold) : OptionalDouble.empty(),
                        cpu.isPresent() && good > 0
                                ? OptionalDouble.of(1e3 * cpu.getAsDouble() * settled.size() / good)
                                : OptionalDouble.empty()));
            }
            return new SideTurns(turns);
        }

        void close() {
            LoadSession present = running;
            running = null;
            if (present != null) {
                present.hold(false);
                present.close();
            }
        }
    }
}
