package dev.poolfit.service;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.ProcessIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says how to reach a service again, what it had and what it was given, so that even a killed run can be undone; holds
 * no password.
 *
 * @param address its place, and what tells it from another
 * @param pool the name of the HikariCP pool
 * @param connector the name of the MBean of the web server's worker threads, where there is one
 * @param settings the settings found
 * @param changes all that Poolfit gave it before and with the last change: a run may be killed in between
 */
public record RestoreRecord(
        Address address, String pool, Optional<String> connector, Settings settings, List<Settings> changes) {
    private static final int CHANGES = 2;

    public RestoreRecord {
        changes = List.copyOf(changes.subList(Math.max(0, changes.size() - CHANGES), changes.size()));
    }

    /**
     * Says where a service is, and what tells it from another.
     *
     * @param process the process; empty where it is not seen from here
     * @param jvm name and start of its JVM, as the JVM tells them by JMX; empty where it does not
     * @param command runs a program beside it, where it was reached so
     * @param jmx the JMX address, where it was given; the service is reached by it alone then
     * @param user the JMX user, where one was given
     */
    public record Address(
            Optional<ProcessIdentity> process,
            Optional<String> jvm,
            Optional<String> command,
            Optional<String> jmx,
            Optional<String> user) {
        /** Stands for a service that need not be found again. */
        static final Address AT_HAND =
                new Address(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** Returns whether both are of one JVM, as far as can be told. */
        boolean same(Address other) {
            if (jvm.isPresent() && other.jvm.isPresent()) {
                return jvm.equals(other.jvm);
            }
            return process.isPresent() && process.equals(other.process) || jmx.isPresent() && jmx.equals(other.jmx);
        }
    }

    /** Makes the record of a service of which nothing has been changed yet. */
    static RestoreRecord of(JvmConnection jvm, HikariPool pool, Optional<ServerThreads> threads, Tuning tuning) {
        Optional<ProcessIdentity> process =
                jvm.pid().isPresent() ? Optional.of(ProcessIdentity.of(jvm.pid().getAsLong())) : tuning.processHere();
        return new RestoreRecord(
                new Address(
                        process,
                        Optional.of(tuning.identity()),
                        jvm.command(),
                        jvm.jmx().map(Service.AttachJmx::url),
                        jvm.jmx().flatMap(Service.AttachJmx::user)),
                pool.name(),
                threads.map(each -> each.bean().toString()),
                tuning.found(),
                List.of());
    }

    /** Returns the process id, or 0 where it is not seen from here. */
    public long pid() {
        return address.process().map(ProcessIdentity::pid).orElse(0L);
    }

    public Optional<String> jmx() {
        return address.jmx();
    }

    public Optional<String> user() {
        return address.user();
    }

    /** Returns whether both are of one service, however it was reached. */
    public boolean sameService(RestoreRecord other) {
        return address.same(other.address);
    }

    /** Returns this after one change more, which leaves the knobs that it does not name as they were. */
    RestoreRecord changed(Settings change) {
        Settings all = lastChange().orElse(Settings.NONE).with(change);
        return new RestoreRecord(
                address,
                pool,
                connector,
                settings,
                Stream.concat(changes.stream(), Stream.of(all)).toList());
    }

    Optional<Settings> lastChange() {
        return changes.isEmpty() ? Optional.empty() : Optional.of(changes.get(changes.size() - 1));
    }

    /** Returns the settings that a run changes at most: the live knobs. */
    Settings live() {
        return settings.restrictedTo(Knob.ALL.stream().filter(Knob::live).collect(Collectors.toSet()));
    }

    /** Returns those live settings that hold now which the service neither had at first nor was given by Poolfit. */
    Settings theirs(Settings now) {
        return now.restrictedTo(live().knobs().stream()
                .filter(knob -> now.has(knob) && !settings.agree(knob, now))
                .filter(knob -> changes.stream().noneMatch(change -> change.agree(knob, now)))
                .filter(knob -> !cappedByThreads(knob, now))
                .collect(Collectors.toSet()));
    }

    /** Returns whether Tomcat caps it: it shows no more spare threads than threads, whatever it was told. */
    private static boolean cappedByThreads(Knob knob, Settings now) {
        return knob == Knob.MIN_SPARE
                && now.has(Knob.THREADS)
                && now.number(Knob.MIN_SPARE) == now.number(Knob.THREADS);
    }

    /** Says how a person puts the settings back, such as {@code set MaximumPoolSize=10 of the MBean …}. */
    String byHand() {
        return "set " + attributes(HikariPool.ATTRIBUTES) + " of the MBean " + HikariPool.configName(pool)
                + connector
                        .map(bean -> ", and " + attributes(ServerThreads.ATTRIBUTES) + " of the MBean " + bean)
                        .orElse("");
    }

    private String attributes(Map<Knob, String> names) {
        return live().knobs().stream()
                .filter(names::containsKey)
                .map(knob -> names.get(knob) + "=" + settings.number(knob))
                .collect(Collectors.joining(", "));
    }

    /** Writes this as a JSON object on one line. */
    public String json() {
        return RestoreRecordCodec.json(this);
    }

    /**
     * Reads what {@link #json} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static RestoreRecord ofJson(String json) {
        return RestoreRecordCodec.restoreRecord(json);
    }
}
