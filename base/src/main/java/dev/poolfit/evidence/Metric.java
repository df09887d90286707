package dev.poolfit.evidence;

import java.util.Arrays;
import java.util.Optional;

/** A quantity that is read once a second, with its key in files and its unit. */
public enum Metric {
    /** Good responses. */
    THROUGHPUT("throughput", "1/s"),
    FAILURES("failures", "1/s"),
    /** Requests that were due, on a ramp of open load. */
    OFFERED("offered", "1/s"),
    USERS("users", ""),
    MEAN("mean", "ms"),
    P99("p99", "ms"),
    /** CPU of the load generator's event loop, in cores; of k6 and JMeter the share of all cores. */
    CLIENT_CPU("client_cpu", "cores"),
    /** Requests that the generator started too late, as a share of those due. */
    CLIENT_LATE("client_late", "share"),
    POOL_ACTIVE("pool_active", ""),
    POOL_IDLE("pool_idle", ""),
    POOL_PENDING("pool_pending", ""),
    POOL_PENDING_PEAK("pool_pending_peak", ""),
    POOL_TOTAL("pool_total", ""),
    POOL_MAX("pool_max", ""),
    /** Mean wait for a connection over the second. */
    ACQUIRE("acquire", "ms"),
    /** Mean time that a connection is held over the second. */
    USAGE("usage", "ms"),
    ACQUISITIONS("acquisitions", "1/s"),
    TIMEOUTS("timeouts", "1/s"),
    THREADS_BUSY("threads_busy", ""),
    THREADS_CURRENT("threads_current", ""),
    THREADS_MAX("threads_max", ""),
    HEAP("heap", "MiB"),
    /** Time spent in garbage collection within the second. */
    GC("gc", "ms"),
    /** Compilation a second, by the clock and counted when it ends: several threads, or a starved one, exceed 1,000. */
    JIT_TIME("jit", "ms"),
    /** Loaded classes. */
    CLASSES("classes", ""),
    SERVICE_CPU("service_cpu", "cores"),
    /** Periods in which the limit of the service's container held it back, as a share of all. */
    SERVICE_THROTTLED("service_throttled", "share"),
    /** Memory of the service's container, where it has a limit. */
    SERVICE_MEMORY("service_memory", "MiB"),
    SERVICE_MEMORY_MAX("service_memory_max", "MiB"),
    /** Pages of the service that had to be read back from a disk, or from files on it. */
    MAJOR_FAULTS("major_faults", "1/s"),
    /** Memory of the service that is swapped out. */
    SERVICE_SWAPPED("service_swapped", "MiB"),
    DATABASE_CPU("database_cpu", "cores"),
    /** CPU of this whole program, load generator included. */
    TUNER_CPU("tuner_cpu", "cores"),
    HOST_CPU("host_cpu", "cores"),
    /** All cores of this machine. */
    HOST_CORES("host_cores", "cores"),
    /** CPU of this machine, used by neither service, database nor this program; what the hypervisor takes is among it. */
    OTHER_CPU("other_cpu", "cores"),
    DATABASE_CONNECTIONS("database_connections", ""),
    DATABASE_RUNNING("database_running", ""),
    /** Statements of all its clients, begin and commit included. */
    DATABASE_QUERIES("database_queries", "1/s"),
    /** Commits, and in PostgreSQL rollbacks. */
    DATABASE_TRANSACTIONS("database_transactions", "1/s"),
    /** Rows that it reads to answer them. */
    DATABASE_ROWS("database_rows", "1/s"),
    /** Temporary tables or files that it writes to its disk. */
    DATABASE_TEMPORARY("database_temporary", "1/s"),
    /** Times that InnoDB has its writes flushed to the disk. */
    DATABASE_FLUSHES("database_flushes", "1/s");

    private final String key;
    private final String unit;

    Metric(String key, String unit) {
        this.key = key;
        this.unit = unit;
    }

    /** Returns the metric with this key. */
    public static Optional<Metric> of(String key) {
        return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
    }

    /** Returns the name in files. */
    public String key() {
        return key;
    }

    /** Returns the unit, empty for plain counts. */
    public String unit() {
        return unit;
    }
}
