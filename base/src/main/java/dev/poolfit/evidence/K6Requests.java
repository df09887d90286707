package dev.poolfit.evidence;

/** Tells which of k6's requests count, and which of them failed: one rule for live runs and for files. */
public final class K6Requests {
    private K6Requests() {}

    /**
     * Returns whether a request is part of the load, rather than of the script's setup or teardown.
     *
     * @param group k6's tag {@code group}; empty where it is not written
     */
    public static boolean counts(String group) {
        return !group.startsWith("::setup") && !group.startsWith("::teardown");
    }

    /**
     * Returns whether a request failed: k6's own judgement where it is written, else by error code and status. Status 0 is a
     * request without an answer.
     *
     * @param expected the tag {@code expected_response}; empty where it is not written
     * @param status the tag {@code status}; empty where it is not written
     * @param error the tag {@code error_code}; empty where there is none
     */
    public static boolean failed(String expected, String status, String error) {
        if (!expected.isEmpty()) {
            return !expected.equalsIgnoreCase("true");
        }
        return !error.isEmpty() || (!status.isEmpty() && !status.startsWith("2") && !status.startsWith("3"));
    }
}
