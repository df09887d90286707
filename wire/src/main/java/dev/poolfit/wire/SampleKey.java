package dev.poolfit.wire;

/** The keys of what the sampler tells, each with a Double; what the service does not tell is left out. */
public final class SampleKey {
    /** Connections in use; the mean of all looks since the sampler told the last time. */
    public static final String ACTIVE = "active";

    /** Idle connections; the mean of the looks. */
    public static final String IDLE = "idle";

    /** Threads that wait for a connection; the mean of the looks. */
    public static final String PENDING = "pending";

    /** The most threads that waited at one of the looks. */
    public static final String PENDING_PEAK = "pendingPeak";

    /** The number of looks since the sampler told the last time. */
    public static final String LOOKS = "samples";

    /** All connections of the pool now. */
    public static final String TOTAL = "total";

    /** As many connections as the pool may have. */
    public static final String TOTAL_MAX = "totalMax";

    /** Worker threads that serve a request; the mean of the looks. */
    public static final String BUSY = "busy";

    /** All worker threads now. */
    public static final String CURRENT = "current";

    /** As many worker threads as the web server may have. */
    public static final String CURRENT_MAX = "currentMax";

    /** A running total of how often a thread asked for a connection. */
    public static final String ACQUIRE_COUNT = "acquireCount";

    /** A running total of the time in which threads waited for a connection, in milliseconds. */
    public static final String ACQUIRE_MS = "acquireMs";

    /** A running total of how often a connection was given back. */
    public static final String USAGE_COUNT = "usageCount";

    /** A running total of the time in which connections were held, in milliseconds. */
    public static final String USAGE_MS = "usageMs";

    /** A running total of the waits that ended in vain. */
    public static final String TIMEOUTS = "timeouts";

    /** The heap in use now, in MiB. */
    public static final String HEAP_MIB = "heapMiB";

    /** Classes that are loaded now. */
    public static final String CLASSES = "classes";

    /** A running total of the time in which garbage was collected, in milliseconds. */
    public static final String GC_MS = "gcMs";

    /** A running total of the JIT compilers' time, in milliseconds. */
    public static final String JIT_MS = "jitMs";

    /** A running total of the process's CPU time, in nanoseconds. */
    public static final String PROCESS_NS = "processNs";

    /** The cores that the container may use; told by {@link AgentOperation#LIMITS} alone. */
    public static final String CPU = "cpu";

    /** A running total of the periods in which the container's CPU limit is counted. */
    public static final String PERIODS = "periods";

    /** A running total of those periods in which the limit held the process back. */
    public static final String THROTTLED = "throttled";

    /** The container's memory in use, without files that the kernel may drop; as a limit, the most it may use; in MiB. */
    public static final String MEMORY_MIB = "memoryMiB";

    /** The most memory that the container may use, in MiB. */
    public static final String MEMORY_MAX_MIB = "memoryMaxMiB";

    /** A running total of the pages of the process that had to be read from a disk. */
    public static final String MAJOR_FAULTS = "majorFaults";

    /** The memory of the process that is swapped out, in MiB. */
    public static final String SWAPPED_MIB = "swappedMiB";

    /** A running total of the sampler's own CPU time, in milliseconds. */
    public static final String OWN_CPU_MS = "cpuMs";

    private SampleKey() {}
}
