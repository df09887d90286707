package dev.poolfit.evidence;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.RuleChain;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A finished trial as it was measured: the figures of its window, and what was noted of it meanwhile. The other trials of the
 * run have a say in whether it counts, so that it does not tell; {@link JudgedTrials} does.
 *
 * @param identity its number, role and settings
 * @param span its duration
 * @param responses the load generator's figures of the window
 * @param readings the probes' figures of the window
 * @param noted the flags that the seconds of its load showed, which are not kept in full
 * @param periods its periods, where it was one of several settings that were switched under one load
 */
public record MeasuredTrial(
        Trial.Identity identity,
        Trial.Span span,
        Trial.Responses responses,
        Trial.Readings readings,
        Set<Flag> noted,
        Optional<Periods> periods) {
    /** A trial with a load of its own. */
    public MeasuredTrial(
            Trial.Identity identity,
            Trial.Span span,
            Trial.Responses responses,
            Trial.Readings readings,
            Set<Flag> noted) {
        this(identity, span, responses, readings, noted, Optional.empty());
    }

    public MeasuredTrial {
        var copy = EnumSet.noneOf(Flag.class);
        copy.addAll(noted);
        noted = Collections.unmodifiableSet(copy);
    }

    public MeasuredTrial with(Flag note) {
        var more = EnumSet.of(note);
        more.addAll(noted);
        return new MeasuredTrial(identity, span, responses, readings, more, periods);
    }

    /** Returns this trial with the rules that led to it. */
    public MeasuredTrial with(RuleChain rules) {
        var asked = new Trial.Identity(number(), role(), settings(), started(), identity.predicted(), rules);
        return new MeasuredTrial(asked, span, responses, readings, noted, periods);
    }

    /** Returns this trial without any judgement, with its notes as flags. */
    Trial alone() {
        return new Trial(identity, span, responses, readings, noted, periods);
    }

    public int number() {
        return identity.number();
    }

    public Role role() {
        return identity.role();
    }

    public Settings settings() {
        return identity.settings();
    }

    public Instant started() {
        return identity.started();
    }

    public Interval throughput() {
        return responses.throughput();
    }

    public long good() {
        return responses.good();
    }

    public long failed() {
        return responses.failed();
    }

    public double meanMs() {
        return responses.meanMs();
    }

    public Interval p99Ms() {
        return responses.p99Ms();
    }

    /** Returns the seconds of load, warm-up included. */
    public double loadSeconds() {
        return span.loadSeconds();
    }
}
