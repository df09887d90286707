package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** However long a file is, reading it takes the same few megabytes. */
class LargeResultsIT {
    private static final long LENGTH = 80_000_000;
    private static final int START = 1_683_005_406;
    private static final int A_SECOND = 40;
    private static final long MOST_GROWTH = 8 << 20;

    /** Seconds of load, made when they are read; looks at what the reader holds on its way. */
    private static final class Endless extends InputStream {
        private static final int LOOKS = 8;

        private final IntFunction<String> second;
        private byte[] block;
        private int position;
        private long length;
        private int seconds;
        private final List<Long> reachable = new ArrayList<>();

        Endless(String head, IntFunction<String> second) {
            this.second = second;
            block = head.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("readers read blocks");
        }

        @Override
        public int read(byte[] buffer, int offset, int size) {
            if (position == block.length) {
                if (length > LENGTH) {
                    return -1;
                }
                if (length > (reachable.size() + 1) * LENGTH / (LOOKS + 1)) {
                    System.gc();
                    reachable.add(ManagementFactory.getMemoryMXBean()
                            .getHeapMemoryUsage()
                            .getUsed());
                }
                block = second.apply(seconds++).getBytes(StandardCharsets.UTF_8);
                position = 0;
            }
            int count = Math.min(size, block.length - position);
            System.arraycopy(block, position, buffer, offset, count);
            position += count;
            length += count;
            return count;
        }

        /** How much more is reachable at both last looks than at the first; one may see what else this JVM does. */
        long growth() {
            int last = reachable.size() - 1;
            return Math.min(reachable.get(last - 1), reachable.get(last)) - reachable.get(0);
        }
    }

    private static void staysSmall(String head, IntFunction<String> second) throws IOException {
        var stream = new Endless(head, second);
        Results results = ResultsReader.read(stream, new Complaints("FILE"));

        assertThat(stream.reachable).hasSize(Endless.LOOKS);
        assertThat(stream.growth()).isLessThan(MOST_GROWTH);
        assertThat(results.observations().get(0).throughput()).hasValue(A_SECOND);
    }

    private static String repeated(IntFunction<String> request) {
        var text = new StringBuilder();
        for (int i = 0; i < A_SECOND; i++) {
            text.append(request.apply(i));
        }
        return text.toString();
    }

    @Test
    void k6_points() throws IOException {
        String tags =
                "\"tags\":{\"method\":\"GET\",\"status\":\"200\",\"url\":\"http://x/" + "y".repeat(150) + "\"}}}\n";
        staysSmall(
                "{\"type\":\"Metric\",\"data\":{},\"metric\":\"http_req_duration\"}\n",
                second -> repeated(i -> "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":\""
                        + java.time.Instant.ofEpochSecond(START + second) + "\",\"value\":" + (i + second % 7) + ","
                        + tags));
    }

    @Test
    void k6_csv() throws IOException {
        staysSmall(
                "metric_name,timestamp,metric_value,status,url\n",
                second -> repeated(i -> "http_req_duration," + (START + second) + "," + (i + second % 7) + ".5,200,"
                        + "y".repeat(150) + "\n"));
    }

    @Test
    void jmeter_csv() throws IOException {
        staysSmall(
                "timeStamp,elapsed,label,success,allThreads\n",
                second -> repeated(i ->
                        (START + second) + "000," + (i + second % 7) + ",\"a\n" + "y".repeat(150) + "\",true,5\n"));
    }

    @Test
    void jmeter_xml() throws IOException {
        staysSmall(
                "<testResults>\n",
                second -> repeated(i -> "<httpSample t=\"" + (i + second % 7) + "\" ts=\"" + (START + second)
                        + "000\" s=\"true\" na=\"5\" lb=\"" + "y".repeat(150) + "\"/>\n"));
    }

    @Test
    void ngrinder_csv() throws IOException {
        staysSmall(
                "DateTime,vuser,TPS,Errors,Mean_Test_Time_(ms)\n",
                second -> repeated(i -> "2026-08-14 " + (10 + second / 60 % 14) + ":" + (10 + second % 50) + ":"
                        + (10 + i) + ",10,40,0,5\n"));
    }
}
