package dev.poolfit.evidence;

import dev.poolfit.experiment.Load;
import dev.poolfit.units.Durations;
import java.util.Optional;

/**
 * The interactive response time law: users of a closed load = rate × (response time + think time), which is Little's law over a
 * whole round of a user (Denning and Buzen, <i>The Operational Analysis of Queueing Network Models</i>, 1978).
 *
 * @param users that were there; above 0
 * @param round response and think time in seconds
 */
public record InteractiveLaw(double users, double round) {
    /** The share of the users by which a count may differ from the law. */
    public static final double TOLERANCE = 0.05;

    /**
     * Empty where the law says nothing: of an open load, of a script, whose pauses are not known, and where nobody was there.
     *
     * @param seen users in the mean, where their number is not the same throughout; at least 0
     */
    public static Optional<InteractiveLaw> of(Load load, double seen, double meanMs) {
        double users = load.shape() instanceof Load.Users closed ? closed.users() : seen;
        return load.closed() && load.script().isEmpty() && users > 0
                ? Optional.of(new InteractiveLaw(users, meanMs / 1000 + Durations.seconds(load.think())))
                : Optional.empty();
    }

    /** Returns the number of users that the law gives for a rate. */
    public Interval users(Interval perSecond) {
        return perSecond.times(round);
    }

    /** Returns whether what the law says surely differs from the users that were there by more than a share of them. */
    public boolean broken(Interval perSecond, double tolerance) {
        Interval byLaw = users(perSecond);
        return byLaw.high() < (1 - tolerance) * users || byLaw.low() > (1 + tolerance) * users;
    }
}
