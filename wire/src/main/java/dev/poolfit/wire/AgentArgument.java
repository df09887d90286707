package dev.poolfit.wire;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Names the arguments with which the agent is loaded: {@code name=value&…}, URL-encoded. */
public enum AgentArgument {
    /** The agent's own file. */
    JAR,
    /** The name of the tuner that loads it. */
    TUNER,
    /** To keep the settings, for the tuner of this name. */
    KEEP,
    /** The seconds of silence of a tuner after which its changes are undone. */
    SILENCE,
    /** To record who holds the connections of the pool of this name. */
    RECORD,
    /** To record the borrows alone of the pool of this name. */
    TRACE,
    /** To limit the connections of the pool of this name. */
    LIMIT,
    /** To sample the pool of this name. */
    POOL,
    /** To sample, or to limit, the worker threads of this MBean with it. */
    CONNECTOR,
    /** The time between two samples, in milliseconds. */
    PERIOD,
    /** To call the helper back that listens on this port. */
    DIAL,
    /** The helper's token. */
    TOKEN;

    /** Returns the name by which the agent is told. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns {@code name=value}, to be joined with others by {@code &}. */
    public String of(String value) {
        return key() + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
