package dev.poolfit.agent;

/** Entry point of the agent that samples the pool from within the service. */
public final class SamplingAgent {
    private SamplingAgent() {}

    /** Starts sampling; called by the JVM when the agent is attached. */
    public static void agentmain(String arguments) {}
}
