package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.AdvancePrediction;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Parameter.Key;
import dev.poolfit.model.fit.Parameter.Origin;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.fit.ThroughputMap;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.units.Message;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Made-up forecasts that fit the made-up runs. */
final class SampleForecasts {
    private static final int[] POOLS = {1, 2, 4, 6, 9, 14, 20, 30, 50};
    private static final int[] THREADS = {6, 10, 20, 40, 100, 200};

    private static final int[][] BOARD_TRIED = {
        {2, 6}, {4, 6}, {6, 6}, {6, 10}, {6, 20}, {9, 10}, {9, 20}, {10, 200}, {10, 10}, {20, 20}, {50, 100}
    };

    private SampleForecasts() {}

    /** Throughput is pool ÷ hold time, until the load is all there is. */
    static Forecast stock() {
        return new Forecast(
                true,
                Message.verbatim(
                        "The model predicts the 6 tried settings within 1.2 % in the mean and 2.1 % at most. Throughput is the"
                                + " pool divided by the 121.9 ms that a request holds its connection."),
                List.of(
                        parameter("hold time", Key.HOLD, 121.9, 2.1, Origin.FITTED),
                        parameter("service CPU a request", Key.CPU_OUTSIDE, 4.02, 0.11, Origin.MEASURED),
                        parameter("database CPU a request", Key.DATABASE_CPU, 2.71, 0.08, Origin.MEASURED),
                        parameter("contention", Key.CONTENTION, 0.0011, 0.0011, Origin.NOT_IDENTIFIABLE),
                        parameter("service cores", Key.SERVICE_CORES, 4, 0, Origin.ASSUMED)),
                List.of(
                        new Check(
                                Message.verbatim("users = rate × (response + think)"),
                                true,
                                Message.verbatim("In 9 of 9 trials the difference is below 2 %.")),
                        new Check(
                                Message.verbatim("pool in use ≤ pool size"),
                                true,
                                Message.verbatim(
                                        "The pool was in use for 99.4 % of the time at every size up to 20."))),
                List.of(
                        new AdvancePrediction(SampleRuns.stockAt(18), 149.8, 147.6),
                        new AdvancePrediction(SampleRuns.stockAt(40), 301.2, 318.4)),
                stockAt(5, 10, 18, 19, 20, 40),
                stockAt(2, 5, 8, 10, 14, 17, 18, 19, 20, 22, 26, 32, 40, 50, 60),
                Optional.empty(),
                List.of(
                        Message.verbatim("Every request uses one connection."),
                        Message.verbatim(
                                "Above 40 connections nothing was tried: contention may be greater than the model knows.")));
    }

    /** What is said of the trials of a run in which each request holds two connections, as if it held one. */
    static Forecast unexplained() {
        return new Forecast(
                false,
                Message.verbatim(
                        "The model misses 2 of the 3 tried settings by more than their noise, the most by 61 %."),
                List.of(parameter("hold time", Key.HOLD, 312.5, 94, Origin.FITTED)),
                List.of(
                        new Check(
                                Message.verbatim("users = rate × (response + think)"),
                                true,
                                Message.verbatim("In 3 of 3 trials within 2 %.")),
                        new Check(
                                Message.verbatim("connections in use = rate × hold time"),
                                false,
                                Message.verbatim("At pool 30 the pool was full, but rate × hold time gives 15.0."))),
                List.of(),
                List.of(
                        prediction(SampleRuns.stockAt(10), 26.1, 0.09, 900, 1900, 0.2, Bound.HOLD, false),
                        prediction(SampleRuns.stockAt(30), 66.4, 0.09, 700, 1600, 0.02, Bound.HOLD, false),
                        prediction(SampleRuns.stockAt(60), 97.5, 0.08, 480, 1500, 0, Bound.HOLD, false)),
                IntStream.of(10, 20, 30, 40, 50, 60)
                        .mapToObj(pool -> prediction(
                                SampleRuns.stockAt(pool),
                                2.3 * pool / (1 + pool * 0.006),
                                0.09,
                                9000.0 / pool,
                                19000.0 / pool,
                                pool < 20 ? 0.2 : 0,
                                Bound.HOLD,
                                false))
                        .toList(),
                Optional.empty(),
                List.of(Message.verbatim("Every request uses one connection.")));
    }

    static Forecast board() {
        double[][] rates = new double[POOLS.length][THREADS.length];
        for (int i = 0; i < POOLS.length; i++) {
            for (int j = 0; j < THREADS.length; j++) {
                rates[i][j] = boardRate(POOLS[i], THREADS[j]);
            }
        }
        return new Forecast(
                true,
                Message.verbatim(
                        "The model predicts the 11 tried settings within 1.5 % in the mean and 5.0 % at most. The database's 2"
                                + " cores are the limit from 5 connections on; more connections than 20 slow it down."),
                List.of(
                        parameter("database CPU a request", Key.DATABASE_CPU, 7.62, 0.24, Origin.FITTED),
                        parameter("service CPU a request", Key.CPU_OUTSIDE, 3.11, 0.3, Origin.MEASURED),
                        parameter("contention", Key.CONTENTION, 0.0021, 0.0006, Origin.FITTED),
                        parameter("database cores", Key.DATABASE_CORES, 2, 0, Origin.ASSUMED)),
                List.of(new Check(
                        Message.verbatim("users = rate × (response + think)"),
                        true,
                        Message.verbatim("In 13 of 13 trials within 3 %."))),
                List.of(),
                IntStream.range(0, BOARD_TRIED.length)
                        .mapToObj(i -> board(Settings.ofPoolAndThreads(BOARD_TRIED[i][0], BOARD_TRIED[i][1])))
                        .toList(),
                IntStream.of(1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 28, 40, 50)
                        .mapToObj(pool -> board(Settings.ofPoolAndThreads(pool, 20)))
                        .toList(),
                Optional.of(new ThroughputMap(POOLS, THREADS, rates)),
                List.of(Message.verbatim("The three requests are taken as one class with their mean demand.")));
    }

    /** A forecast whose every text would break a page or a terminal that took it as it is. */
    static Forecast odd(String odd) {
        Forecast stock = stock();
        return new Forecast(
                true,
                Message.verbatim(odd),
                List.of(new Parameter(Message.verbatim(odd), Key.HOLD, new Interval(1, 1, 1), Origin.ASSUMED)),
                List.of(new Check(Message.verbatim(odd), false, Message.verbatim(odd))),
                stock.advance(),
                stock.tried(),
                stock.curve(),
                stock.map(),
                List.of(Message.verbatim(odd)));
    }

    private static List<Prediction> stockAt(int... pools) {
        return IntStream.of(pools)
                .mapToObj(pool -> {
                    double rate = pool / 0.1219 * (1 - pool * pool * 0.000056);
                    return prediction(
                            SampleRuns.stockAt(pool),
                            rate,
                            pool > 40 ? 0.002 * pool : 0.018,
                            100 / rate * 1000,
                            Math.min(3200, 225 / rate * 1000),
                            pool < 12 ? 0.12 / pool : 0,
                            pool > 50 ? Bound.DATABASE_CPU : Bound.HOLD,
                            pool > 40);
                })
                .toList();
    }

    private static Prediction board(Settings settings) {
        int pool = settings.pool().orElseThrow();
        double rate = boardRate(pool, settings.threads().orElseThrow());
        return prediction(
                settings,
                rate,
                0.03,
                100 / rate * 1000,
                165 / rate * 1000 + 4 * pool,
                0,
                pool > 20 ? Bound.CONTENTION : pool > 4 ? Bound.DATABASE_CPU : Bound.HOLD,
                pool < 2);
    }

    private static double boardRate(int pool, int threads) {
        double busy = Math.min(pool, threads);
        return 262
                * (1 - Math.exp(-busy))
                * (1 - 0.0005 * threads)
                / (1 + 0.0021 * busy + 1.3 / threads / Math.sqrt(threads));
    }

    private static Prediction prediction(
            Settings settings,
            double rate,
            double relative,
            double meanMs,
            double p99Ms,
            double errors,
            Bound bound,
            boolean extrapolated) {
        return new Prediction(
                settings,
                around(rate, rate * relative),
                around(meanMs, meanMs * relative),
                around(p99Ms, p99Ms * 0.08),
                around(errors, errors * 0.2),
                bound,
                extrapolated);
    }

    private static Parameter parameter(String name, Key key, double value, double half, Origin origin) {
        return new Parameter(Message.verbatim(name), key, around(value, half), origin);
    }

    private static Interval around(double mean, double half) {
        return new Interval(mean, mean - half, mean + half);
    }
}
