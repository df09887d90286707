package dev.poolfit.benchmarks.faults;

import java.util.Arrays;
import java.util.List;

/** The faults, with the start settings of the service and what must be told first; several rules where each is true. */
enum PlantedFault {
    OPEN_IN_VIEW("held-by-after", "Faults.", "spring.jpa.open-in-view=true", "pool=2"),
    N_PLUS_ONE("held-by-repeated", "Faults.oneByOne", "pool=3"),
    SLEEP("held-by-sleep", "Faults.sleepWithin", "pool=3"),
    REMOTE_CALL("held-by-remote", "Faults.callWithin", "pool=3"),
    MISSING_INDEX("held-by-database", "Faults.byCode", "pool=3"),
    ROW_LOCK("row-locks", "", "pool=5"),
    VICTIMS("row-locks", "Faults.lockAndSleep", "pool=5"),
    NESTED("nested-connections|deadlock", "", "pool=30"),
    DEADLOCK("deadlock", "Faults.numberAnother", "pool=3", "spring.datasource.hikari.connection-timeout=60000"),
    DEADLOCK_THREE("deadlock", "Faults.number", "pool=4", "spring.datasource.hikari.connection-timeout=60000"),
    LEAK("leak", "Faults.lose", "pool=30"),
    POOL_SMALL("pool-small", "", "pool=1"),
    POOL_LARGE("pool-large", "", "pool=100"),
    THREADS_FEW("threads-few", "", "server.tomcat.threads.max=2"),
    SERVICE_CPU("service-bound", ""),
    DATABASE_CPU("held-by-database", "Faults.benchmark", "pool=5"),
    LOAD_SMALL("nothing", ""),
    LIFETIME(
            "lifetime-beyond-database",
            "",
            "spring.datasource.hikari.max-lifetime=0",
            "spring.datasource.hikari.keepalive-time=0"),
    TIMEOUT("connection-timeout-short", "", "spring.datasource.hikari.connection-timeout=250"),
    JOB("held-by-database", "Faults.", "pool=10"),
    SLOW_OPENING("opening-slow", "", "pool=5", "spring.datasource.hikari.connection-init-sql=select sleep(0.25)"),
    LOCAL_LOCK("held-by-lock", "Faults.oneAtATime", "pool=5"),
    BIG_RESULT("held-by-database|held-by-mapping|service-bound", "Faults.readAll", "pool=3"),
    REPORT("held-by-database", "Faults.report", "pool=2"),
    GARBAGE("garbage|service-bound", "", "heap=128"),
    COLD_CACHE("held-by-database", "Faults.readCold", "pool=5"),
    WITHIN_CODE("service-bound|held-by-code", "", "pool=2"),
    EVENTS("held-by-stream", "AsyncFaults.names", "spring.jpa.open-in-view=true", "pool=3"),
    DOWNLOAD("held-by-stream", "AsyncFaults.names", "spring.jpa.open-in-view=true", "pool=3"),
    SUSPENDED("held-by-nobody", "AsyncFaults.open", "pool=3"),
    NEIGHBOUR("other-programs", ""),
    EXECUTOR("queue-full", "QueueFaults.report"),
    FORK_JOIN("queue-full", "QueueFaults.report"),
    HTTP_CLIENT("queue-full", ""),
    ANSWER_LOST("answer-lost", "works with one in ", "pool=5"),
    ANSWER_LOST_BEFORE("answer-lost", "works with one in Faults.", "pool=5"),
    PINNED("queue-full", "", "java=21", "spring.threads.virtual.enabled=true"),
    THROTTLED("service-bound|cpu-throttled", "", "cores=0.4"),
    SWAPPED("swapped", ""),
    HEALTH_CHECK("held-by-sleep", "WaitFaults.sleepLong", "pool=2", "also=health-check"),
    HEALTHY("", ""),
    HEALTHY_SMALL("", "", "pool=4"),
    HEALTHY_VIRTUAL("", "", "spring.threads.virtual.enabled=true"),
    HEALTHY_VIEW("", "", "spring.jpa.open-in-view=true"),
    HEALTHY_THREADS("", "", "server.tomcat.threads.max=20"),
    HEALTHY_FIXED("", "", "spring.datasource.hikari.auto-commit=false");

    private final List<String> rules;
    private final String frame;
    private final List<String> start;

    PlantedFault(String rules, String frame, String... start) {
        this.rules = rules.isEmpty() ? List.of() : List.of(rules.split("\\|", 0));
        this.frame = frame;
        this.start = List.of(start);
    }

    static PlantedFault of(String id) {
        return Arrays.stream(values())
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fault is called " + id));
    }

    String id() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** Returns the rules of which any may come first; none where the service is healthy. */
    List<String> rules() {
        return rules;
    }

    /** Returns the frame that the first finding must name; empty where it has no place. */
    String frame() {
        return frame;
    }

    boolean healthy() {
        return rules.isEmpty();
    }

    /** Returns whether answers of its database are lost on the way. */
    boolean losesAnswers() {
        return this == ANSWER_LOST || this == ANSWER_LOST_BEFORE;
    }

    /** Returns the value of a setting that it is started with, or another one. */
    String setting(String name, String otherwise) {
        return start.stream()
                .filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(name.length() + 1))
                .findFirst()
                .orElse(otherwise);
    }

    /** Returns Spring's properties. */
    List<String> properties() {
        return start.stream().filter(each -> each.contains(".")).toList();
    }
}
