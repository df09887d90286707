package dev.poolfit.evidence;

/** A reason why a trial's figures cannot be taken at their word; a trial with one that disqualifies never wins. */
public enum Flag {
    CLIENT_LIMITED("the load generator was the limit", true),
    NOT_STEADY("throughput or CPU a request still drifted", true),
    POOL_NOT_REACHED("the pool never reached its size under load", true),
    TOO_FEW_REQUESTS("too few requests ended for an interval", true),
    LITTLE_VIOLATED("users, throughput and response time contradict each other (X(R+Z) is not N)", true),
    RAMP_EDGE("the number of users still changed in the measured window", true),
    BROKE_BY_ERRORS("more requests failed than the ramp's limit", false),
    BROKE_BY_P99("more than 1 % of the responses took longer than the ramp's p99", false),
    FELL_BEHIND("fewer requests ended than were offered", false),
    /** The rate is a lower bound. */
    DID_NOT_BREAK("the ramp ended before anything broke", false),
    /** Ended by the experiment's stop rule; the setting fails, whatever its figures. */
    STOPPED("ended early, the stop rule held", false),
    /** Ended before its time because the goal was out of reach; it tells that the setting fails, nothing more. */
    ENDED_EARLY("ended early, the goal was out of reach", false);

    private final String meaning;
    private final boolean disqualifies;

    Flag(String meaning, boolean disqualifies) {
        this.meaning = meaning;
        this.disqualifies = disqualifies;
    }

    public String meaning() {
        return meaning;
    }

    public boolean disqualifies() {
        return disqualifies;
    }
}
