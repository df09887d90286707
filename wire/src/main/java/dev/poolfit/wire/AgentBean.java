package dev.poolfit.wire;

/** The object names of the MBeans that Poolfit registers in a service. */
public final class AgentBean {
    /** Keeps the service's settings, and publishes its pools and web servers. */
    public static final String KEEPER = "dev.poolfit:type=Keeper";

    /** Samples the pool, the worker threads and the JVM. */
    public static final String SAMPLER = "dev.poolfit:type=Sampler";

    /** Records who holds the connections of a pool. */
    public static final String RECORDER = "dev.poolfit:type=Recorder";

    /** Limits how many connections of a pool are in circulation, and counts. */
    public static final String LIMITER = "dev.poolfit:type=Limiter";

    /** Queues the tuners of this service; a timer of the JDK. */
    public static final String CLAIM = "dev.poolfit:type=Claim";

    /** The beginning of the name of a published web server; its own name follows, in quotes. */
    public static final String THREAD_POOL = "dev.poolfit:type=ThreadPool,name=";

    private AgentBean() {}
}
