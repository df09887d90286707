package dev.poolfit.results.heading;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A column of Poolfit's CSV, with the names that people give it in their own tables. */
public enum Column {
    POOL(
            "pool",
            Quantities.COUNT,
            "poolsize maxpoolsize maximumpoolsize hikaripoolsize hikarimaximumpoolsize hikaricppoolsize connectionpool"
                    + " connectionpoolsize dbpool dbpoolsize poolmax 풀 풀사이즈 풀크기 커넥션풀 커넥션풀사이즈 커넥션풀크기"
                    + " 커넥션수 최대커넥션수"),
    THREADS(
            "threads",
            Quantities.COUNT,
            "thread threadsmax maxthreads threadpool threadpoolsize workerthreads tomcatthreads tomcatthreadsmax"
                    + " servertomcatthreadsmax 스레드 스레드수 쓰레드 쓰레드수 스레드풀 톰캣스레드 최대스레드수"),
    USERS(
            "users",
            Quantities.COUNT,
            "user vus vu vuser vusers virtualusers concurrentusers concurrency clients 사용자 사용자수 동시사용자 동시사용자수"
                    + " 가상사용자 가상사용자수 동시접속자 동시접속자수"),
    THINK("think_ms", Quantities.TIME, "think thinktime pause sleep"),
    CONNECTION_TIMEOUT("connection_timeout_ms", Quantities.TIME, "connectiontimeout 커넥션타임아웃"),
    THROUGHPUT(
            "throughput",
            Quantities.RATE,
            "tps rps qps rate reqs reqsec requestss requestssec requestspersecond reqpersec transactionssec avgtps meantps averagetps 처리량 초당처리량 초당요청수 평균tps 평균처리량"),
    MEAN(
            "mean_ms",
            Quantities.TIME,
            "mean avg average meantime avgtime averagetime responsetime response latency meanresponsetime avgresponsetime"
                    + " averageresponsetime meanlatency avglatency averagelatency avgresponse meanresponse rt mtt meantesttime 평균"
                    + " 응답시간 평균응답시간 평균응답 평균지연시간"),
    P99("p99_ms", Quantities.TIME, "p99 99 99th 99percentile 99thpercentile p99latency p99responsetime 99line p99응답시간"),
    ERRORS(
            "errors_per_s",
            Quantities.FAILURES,
            "errors error errorrate errorratio fail fails failed failures failurerate failrate errorss errorspersecond 에러 에러율"
                    + " 에러수 오류 오류율 오류수 실패 실패율 실패수");

    /** Says what a column counts in, which decides the units that its cells may have. */
    public enum Quantities {
        COUNT,
        TIME,
        RATE,
        FAILURES
    }

    private final String key;
    private final Quantities quantities;
    private final Set<String> names;

    Column(String key, Quantities quantities, String names) {
        this.key = key;
        this.quantities = quantities;
        this.names = Set.of(names.split(" "));
    }

    /** Returns the name in Poolfit's CSV, such as {@code mean_ms}. */
    public String key() {
        return key;
    }

    /** Returns what it counts in. */
    public Quantities quantities() {
        return quantities;
    }

    /** Returns the names in Poolfit's CSV, in order. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(Column::key).toList();
    }

    /**
     * Returns the column that a heading means, if it is one.
     *
     * @param heading as it stands in the table, without a unit
     */
    public static Optional<Column> of(String heading) {
        String plain = heading.strip().toLowerCase(Locale.ROOT);
        String bare = plain.replaceAll("[\\s_.()\\[\\]/%#-]", "");
        return Arrays.stream(values())
                .filter(each -> each.key.equals(plain) || each.names.contains(bare) || bare.equals(each.key))
                .findFirst();
    }
}
