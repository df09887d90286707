package dev.poolfit.evidence;

/** Says that something outside Poolfit failed (service, database, probe, load), and what a person can do about it. */
public class EnvironmentFailure extends RuntimeException {
    private final String remedy;

    /**
     * @param what what failed, in one sentence, with the actual values
     * @param remedy what to do about it
     */
    public EnvironmentFailure(String what, String remedy) {
        super(open(what));
        this.remedy = open(remedy);
    }

    public EnvironmentFailure(String what, String remedy, Throwable cause) {
        super(open(what), cause);
        this.remedy = open(remedy);
    }

    /** Without a full stop, for whoever tells it puts one or goes on. */
    private static String open(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    /** What to do about it, without a full stop. */
    public String remedy() {
        return remedy;
    }
}
