package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.LoadGuard;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of k6 and JMeter are read for what they say; others, and halves of lines, are passed over. */
class ToolPointsTest {
    private final List<String> seen = new ArrayList<>();
    private final PointSink sink = new PointSink() {
        @Override
        public void request(long end, long micros, @Nullable String failure) {
            seen.add(end + " " + micros + " " + failure);
        }

        @Override
        public void users(long at, int users) {
            seen.add(at + " users " + users);
        }

        @Override
        public void notStarted(long at, long requests, String cause) {
            seen.add(at + " " + requests + " " + cause);
        }
    };

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void k6_lines() throws IOException {
        K6Points.read(bytes("""
                something that the script printed, with a comma
                metric_name,timestamp,metric_value,error_code,expected_response,group,status,extra_tags,metadata
                http_reqs,1000,1.000000,,true,,200,,
                http_req_duration,1000,20.500000,,true,::setup,200,,
                http_req_duration,1001,20.500000,,true,,200,,
                http_req_duration,1002,3.000000,1503,false,,503,,
                http_req_duration,1003,60000.000000,1050,false,"::group, with a comma",0,,
                http_req_duration,1004,0.000000,1212,false,,0,,
                http_req_duration,1005,0.000000,1110,false,,0,,
                http_req_duration,1006,4.000000,1404,true,,404,,
                vus,1007,12.000000,,,,,,
                dropped_iterations,1008,3.000000,,,,,,
                http_req_duration,10"""), sink);
        assertThat(seen)
                .containsExactly(
                        "1001 20500 null",
                        "1002 3000 status 503",
                        "1003 60000000 timeout",
                        "1004 0 connection refused",
                        "1005 0 " + LoadGuard.NOT_ALLOWED,
                        "1006 4000 null",
                        "1007 users 12",
                        "1008 3 not started: all users busy");
    }

    @Test
    void jmeter_lines_by_their_heading() throws IOException {
        JtlPoints.read(bytes("""
                timeStamp,elapsed,responseCode,responseMessage,success,grpThreads,allThreads
                1000,20,200,OK,true,5,7
                1000,45,200,"Number of samples in transaction : 2, number of failing samples : 0",true,5,7
                1010,30,500,Internal Server Error,false,5,7
                1020,5,Non HTTP response code: org.apache.http.conn.HttpHostConnectException,"Connect
                to 127.0.0.1:9 failed",false,5,8
                1030,9,200,OK,false,5,8
                1040,1"""), sink);
        assertThat(seen)
                .containsExactly(
                        "1020 20000 null",
                        "1020 users 7",
                        "1040 30000 status 500",
                        "1040 users 7",
                        "1025 5000 connection refused",
                        "1025 users 8",
                        "1039 9000 assertion failed",
                        "1039 users 8");
    }

    @Test
    void a_growing_file_is_read_to_its_end_and_no_further_than_its_writer(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("results.jtl");
        var gone = new AtomicBoolean();
        try (var growing = new GrowingFile(file, gone::get)) {
            Files.writeString(file, "one ");
            assertThat(growing.readNBytes(4)).asString(StandardCharsets.UTF_8).isEqualTo("one ");
            Files.writeString(file, "two", StandardOpenOption.APPEND);
            gone.set(true);
            assertThat(growing.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("two");
        }
        try (var never = new GrowingFile(folder.resolve("never"), gone::get)) {
            assertThat(never.read()).isEqualTo(-1);
        }
    }
}
