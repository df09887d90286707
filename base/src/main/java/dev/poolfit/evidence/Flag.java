package dev.poolfit.evidence;

/**
 * A reason why a trial's figures cannot be taken at their word; a trial with one that disqualifies never wins. Most are noted
 * while the trial is measured; {@link TrialJudge} decides those that other trials have a say in.
 */
public enum Flag {
    CLIENT_LIMITED(true),
    NOT_STEADY(true),
    POOL_NOT_REACHED(true),
    TOO_FEW_REQUESTS(true),
    LITTLE_VIOLATED(true),
    RAMP_EDGE(true),
    /** Somebody other than Poolfit changed the service's settings between start and end of the trial. */
    CHANGED_FROM_OUTSIDE(true),
    /**
     * Settings were switched under the load, and throughput had not followed a switch by the middle of a period, or was far
     * below what the setting had given alone.
     */
    CARRIED_OVER(true),
    /** Settings were switched under the load, and one that had two places in each block did not give the same in both. */
    EQUAL_ARMS_DIFFER(true),
    /** Settings were compared within the pool, and gave another ratio at their real size. */
    NOT_AS_REAL(true),
    /** Other programs took CPU that the load could have used. */
    OTHER_PROGRAMS(true),
    /** The service was still being compiled, and later trials show that it was not warm. */
    COLD(true),
    BROKE_BY_ERRORS(false),
    BROKE_BY_P99(false),
    FELL_BEHIND(false),
    /** The rate is a lower bound. */
    DID_NOT_BREAK(false),
    /** The experiment's stop rule ended it; the setting fails, whatever its figures. */
    STOPPED(false),
    /** It ended before its time because the goal was out of reach; it tells that the setting fails, nothing more. */
    ENDED_EARLY(false);

    private final boolean disqualifies;

    Flag(boolean disqualifies) {
        this.disqualifies = disqualifies;
    }

    public boolean disqualifies() {
        return disqualifies;
    }
}
