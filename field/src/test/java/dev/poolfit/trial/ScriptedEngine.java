package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** An engine whose loads report what a test says, a second of virtual time after the other, and send nothing. */
public final class ScriptedEngine implements LoadEngine {
    private final Time time;
    private final IntFunction<ClientSecond> seconds;
    private final List<Load> put = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private int most = Integer.MAX_VALUE;
    private final List<Boolean> holds = new ArrayList<>();
    private boolean pausable;
    private boolean ends;
    private @Nullable EnvironmentFailure failure;
    private @Nullable Duration drain;

    /** @param seconds what a load reports of each of its seconds, from 0 */
    public ScriptedEngine(Time time, IntFunction<ClientSecond> seconds) {
        this.time = time;
        this.seconds = seconds;
    }

    /** Loads are over after so many seconds. */
    ScriptedEngine endingAfter(int count) {
        most = count;
        ends = true;
        return this;
    }

    /** Loads report nothing after so many seconds, and do not say why. */
    ScriptedEngine silentAfter(int count) {
        most = count;
        return this;
    }

    /** Loads report nothing after so many seconds, and say why. */
    ScriptedEngine failingAfter(int count, EnvironmentFailure why) {
        failure = why;
        return silentAfter(count);
    }

    /** Every load that was put so far. */
    public List<Load> put() {
        return put;
    }

    /** How many seconds each of them has reported. */
    public List<Integer> lengths() {
        return lengths;
    }

    /** Takes pauses, and what it was asked to: true to hold, false to go on. */
    public ScriptedEngine pausable() {
        pausable = true;
        return this;
    }

    public List<Boolean> holds() {
        return holds;
    }

    /** How long the load that was stopped last had for the requests under way. */
    Optional<Duration> drain() {
        return Optional.ofNullable(drain);
    }

    @Override
    public LoadRun start(Load load, long seed, Consumer<ClientSecond> everySecond) {
        put.add(load);
        lengths.add(0);
        return new Run(everySecond, put.size() - 1);
    }

    @Override
    public void close() {}

    private final class Run implements LoadRun {
        private final Consumer<ClientSecond> everySecond;
        private final int number;
        private final Time.Repetition reports;
        private int reported = -1;

        Run(Consumer<ClientSecond> everySecond, int number) {
            this.everySecond = everySecond;
            this.number = number;
            reports = time.everySecond(this::report);
        }

        /** The first second is over a second after the start. */
        private void report() {
            if (reported >= 0 && reported < most) {
                lengths.set(number, reported + 1);
                everySecond.accept(seconds.apply(reported));
            }
            if (reported < most) {
                reported++;
            }
        }

        @Override
        public boolean holds() {
            return pausable;
        }

        @Override
        public void hold(boolean held) {
            holds.add(held);
        }

        @Override
        public void stop(Duration longest) {
            drain = longest;
            reports.close();
        }

        @Override
        public boolean ended() {
            return ends && reported == most;
        }

        @Override
        public long inFlight() {
            return 0;
        }

        @Override
        public Optional<EnvironmentFailure> failure() {
            return reported == most ? Optional.ofNullable(failure) : Optional.empty();
        }
    }
}
