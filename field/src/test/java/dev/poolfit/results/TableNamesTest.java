package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Observation;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables as people write them by hand: their names of the columns, and their units in the heading or in the cell. */
class TableNamesTest {
    @TempDir
    private Path folder;

    private Observation first(String text) {
        return Written.results(folder, text).observations().get(0);
    }

    private static void close(OptionalDouble seen, double value) {
        assertThat(seen.getAsDouble()).isCloseTo(value, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'pool,throughput,mean_ms,p99_ms\n10,82,608,2580\n'
            'pool_size,TPS,avg,p99\n10,82,608,2580\n'
            'maximum-pool-size,RPS,Avg (ms),P99(ms)\n10,82,608,2580\n'
            'maximumPoolSize;req/s;avg_ms;p99_ms\n10;82;608;2580\n'
            'hikari.maximum-pool-size,requests/sec,Response Time (s),p(99)\n10,82,0.608,2.58s\n'
            'Pool Size,Throughput (req/s),mean response time,99%\n10,82,608ms,"2,580 ms"\n'
            '풀 사이즈,처리량(TPS),평균 응답시간(ms),p99\n10,82,608,2580\n'
            '커넥션 풀,처리량,응답시간,p99\n10개,82 tps,0.608초,2.58초\n'
            'pool,qps,평균(초),p99 (초)\n10,"4,920/min",0.608,2.58\n'
            """)
    void a_table_says_the_same_by_whatever_names(String text) {
        Observation row = first(text.replace("\\n", "\n"));

        assertThat(row.settings().pool()).hasValue(10);
        close(row.throughput(), 82);
        close(row.meanMs(), 608);
        close(row.p99Ms(), 2580);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '스레드,사용자 수,TPS,에러율(%)\n20,100,50,40\n'
            'max-threads,VUs,TPS,error rate\n20,100,50,40%\n'
            'server.tomcat.threads.max,users,TPS,error %\n20,100,50,40\n'
            'threads,동시 사용자,throughput,errors_per_s\n20,100,30,20\n'
            'threads,users,throughput,에러\n20,100,30,20/s\n'
            'thread,user,tps,errors/s\n20,100,30,20\n'
            """)
    void failures_are_a_rate_or_a_share_of_all_requests(String text) {
        Observation row = first(text.replace("\\n", "\n"));

        assertThat(row.settings().threads()).hasValue(20);
        close(row.users(), 100);
        close(row.throughput(), 30);
        close(row.errorsPerSecond(), 20);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'pool,tps,errors\n10,82,88\n'       | line 2: errors (column 3) must be a rate such as 2/s or a share such as 0.16%
            'pool,tps,에러율\n10,82,100%\n'     | must be a share from 0 to below 100 %
            'pool,tps,avg\n10,32,1.4\n'         | line 2: avg (column 3) must be a time with its unit, such as 250ms or 2.3s, but is 1.4
            'pool,tps,avg,mean\n10,32,140,140\n' | "mean" means mean_ms as "avg" does; keep one
            'pool,tps,avg\n10,32,5 apples\n'    | line 2: avg (column 3) must be a number of milliseconds
            'pool,tps\n10,82\npool,tps\n20,160\n' | line 3: the line must not be a heading again; if these are several runs
            """)
    void what_can_mean_two_things_is_refused(String text, String said) {
        assertThat(Written.complaints(folder, text.replace("\\n", "\n"))).contains(said);
    }

    @Test
    void a_number_without_failures_needs_no_unit() {
        close(first("pool,tps,errors\n10,82,0\n").errorsPerSecond(), 0);
    }

    @Test
    void poolfits_own_name_stands_above_another_for_the_same() {
        close(first("pool,throughput,errors_per_s,error_rate\n10,82,2,0.5\n").errorsPerSecond(), 2);
    }

    @Test
    void what_was_understood_is_told() {
        assertThat(Written.results(folder, "풀,TPS,평균\n10,82,608\n20,165,306\n").notices())
                .contains(
                        "Columns are read by what they are called: \"풀\" as pool, \"TPS\" as throughput, \"평균\" as mean_ms.",
                        "\"평균\" names no unit; milliseconds are taken where a cell has none.");
    }
}
