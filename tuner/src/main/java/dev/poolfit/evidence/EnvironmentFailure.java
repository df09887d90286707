package dev.poolfit.evidence;

/** Says that something outside Poolfit failed (service, database, probe, load), and what a person can do about it. */
public final class EnvironmentFailure extends RuntimeException {
    private final String remedy;

    /**
     * @param what what failed, in one sentence, with the actual values
     * @param remedy what to do about it
     */
    public EnvironmentFailure(String what, String remedy) {
        super(what);
        this.remedy = remedy;
    }

    public EnvironmentFailure(String what, String remedy, Throwable cause) {
        super(what, cause);
        this.remedy = remedy;
    }

    /** What to do about it. */
    public String remedy() {
        return remedy;
    }
}
