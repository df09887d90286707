package dev.poolfit.trial;

import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.service.Probe;
import dev.poolfit.service.Restoration;
import dev.poolfit.service.RestoreRecord;
import dev.poolfit.service.RunningService;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A service that takes every setting, and is launched again for those that need it. */
public final class ObedientService implements RunningService {
    private final Settings found;
    private final List<Settings> applied = new ArrayList<>();
    private final List<Probe> probes = new ArrayList<>();
    private final List<Message> missing = new ArrayList<>();
    private OptionalInt maxConnections = OptionalInt.empty();
    private BooleanSupplier alive = () -> true;
    private Duration settlesIn = Duration.ZERO;
    private Settings effective;
    private int starts = 1;
    private WorkerThreads workers = WorkerThreads.TOMCAT;
    private Optional<Supplier<BorrowLimiter>> limiter = Optional.empty();
    private Optional<Supplier<HoldRecorder>> recorder = Optional.empty();
    private BooleanSupplier tells = () -> true;

    public ObedientService(Settings found) {
        this.found = found;
        this.effective = found;
    }

    ObedientService aliveWhile(BooleanSupplier condition) {
        alive = condition;
        return this;
    }

    ObedientService settlingIn(Duration length) {
        settlesIn = length;
        return this;
    }

    ObedientService withMaxConnections(int most) {
        maxConnections = OptionalInt.of(most);
        return this;
    }

    ObedientService with(WorkerThreads served) {
        workers = served;
        return this;
    }

    /** It takes a limiter; else it refuses one. */
    public ObedientService limitedBy(Supplier<BorrowLimiter> made) {
        limiter = Optional.of(made);
        return this;
    }

    /** It takes a recorder; else it refuses one. */
    public ObedientService recordedBy(Supplier<HoldRecorder> made) {
        recorder = Optional.of(made);
        return this;
    }

    /** It tells its settings while this holds; else it does not answer. */
    public ObedientService tellingWhile(BooleanSupplier condition) {
        tells = condition;
        return this;
    }

    ObedientService missing(Message sentence) {
        missing.add(sentence);
        return this;
    }

    ObedientService with(Probe probe) {
        probes.add(probe);
        return this;
    }

    /** Somebody else changes the settings. */
    public void changeFromOutside(Settings settings) {
        effective = effective.with(settings);
    }

    /** The settings that were applied, in their order. */
    List<Settings> applied() {
        return applied;
    }

    @Override
    public Settings found() {
        return found;
    }

    @Override
    public WorkerThreads workers() {
        return workers;
    }

    @Override
    public Settings effective() {
        if (!tells.getAsBoolean()) {
            throw gone();
        }
        return effective;
    }

    @Override
    public void apply(Settings settings) {
        applied.add(settings);
        boolean restart = settings.values().entrySet().stream()
                .anyMatch(wanted -> !wanted.getKey().live() && !has(wanted.getKey(), wanted.getValue()));
        starts += restart ? 1 : 0;
        effective = effective.with(settings);
    }

    private boolean has(Knob knob, long value) {
        return effective.has(knob) && effective.number(knob) == value;
    }

    @Override
    public BorrowLimiter limitBorrows(Duration silence) {
        return limiter.map(Supplier::get).orElseGet(() -> RunningService.super.limitBorrows(silence));
    }

    @Override
    public HoldRecorder recordBorrows() {
        return recorder.map(Supplier::get).orElseGet(RunningService.super::recordBorrows);
    }

    @Override
    public int starts() {
        return starts;
    }

    @Override
    public Duration settlesIn() {
        return settlesIn;
    }

    @Override
    public Duration housekeeping() {
        return Duration.ofSeconds(31);
    }

    @Override
    public boolean alive() {
        return alive.getAsBoolean();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public List<Probe> probes() {
        return List.copyOf(probes);
    }

    @Override
    public List<Message> missing() {
        return List.copyOf(missing);
    }

    @Override
    public OptionalInt maxConnections() {
        return maxConnections;
    }

    @Override
    public RestoreRecord restoreRecord() {
        return new RestoreRecord(
                new RestoreRecord.Address(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                "HikariPool-1",
                Optional.empty(),
                found,
                List.of());
    }

    @Override
    public Restoration release() {
        return new Restoration(Restoration.Outcome.UNCHANGED, "nothing was changed", "");
    }

    /** A probe that reads what a test says. */
    record Reading(String name, Probe.Subject subject, Supplier<Map<Metric, Double>> values) implements Probe {
        @Override
        public Map<Metric, Double> read() {
            return values.get();
        }
    }
}
