package dev.poolfit.benchmarks.imports;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.SplittableRandom;

/** Files in the shape in which load tools write them: 5,000 requests a second of 50 users, 1 % of them failing. */
enum LoadToolFile {
    K6_JSON(
            "k6 JSON points",
            "{\"type\":\"Metric\",\"data\":{\"name\":\"http_reqs\",\"type\":\"counter\"},"
                    + "\"metric\":\"http_reqs\"}\n",
            "") {
        @Override
        void request(StringBuilder text, long millis, double duration, boolean good) {
            String time = Instant.ofEpochMilli(millis).toString();
            String tags = "\"tags\":{\"expected_response\":\"" + good + "\",\"group\":\"\",\"method\":\"GET\",\"name\":"
                    + "\"http://127.0.0.1:8080/stocks/7\",\"proto\":\"HTTP/1.1\",\"scenario\":\"default\",\"status\":\""
                    + (good ? 200 : 500) + "\",\"url\":\"http://127.0.0.1:8080/stocks/7\"}}}\n";
            for (int i = 0; i < K6_METRICS.length; i++) {
                text.append("{\"metric\":\"")
                        .append(K6_METRICS[i])
                        .append("\",\"type\":\"Point\",\"data\":{\"time\":\"")
                        .append(time)
                        .append("\",\"value\":")
                        .append(i == 1 ? duration : i)
                        .append(',')
                        .append(tags);
            }
        }

        @Override
        void second(StringBuilder text, long millis) {
            text.append("{\"metric\":\"vus\",\"type\":\"Point\",\"data\":{\"time\":\"")
                    .append(Instant.ofEpochMilli(millis))
                    .append("\",\"value\":50,\"tags\":null}}\n");
        }
    },
    K6_CSV(
            "k6 CSV",
            "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,"
                    + "scenario,service,status,subproto,tls_version,url,extra_tags,metadata\n",
            "") {
        @Override
        void request(StringBuilder text, long millis, double duration, boolean good) {
            for (int i = 0; i < K6_METRICS.length; i++) {
                text.append(K6_METRICS[i])
                        .append(',')
                        .append(millis / 1000)
                        .append(',')
                        .append(String.format(Locale.ROOT, "%.6f", i == 1 ? duration : i))
                        .append(",,,,")
                        .append(good)
                        .append(",,GET,http://127.0.0.1:8080/stocks/7,HTTP/1.1,default,,")
                        .append(good ? 200 : 500)
                        .append(",,,http://127.0.0.1:8080/stocks/7,,\n");
            }
        }

        @Override
        void second(StringBuilder text, long millis) {
            text.append("vus,").append(millis / 1000).append(",50.000000,,,,,,,,,,,,,,,,\n");
        }
    },
    JTL_CSV(
            "JTL CSV",
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
                    + "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n",
            "") {
        @Override
        void request(StringBuilder text, long millis, double duration, boolean good) {
            text.append(millis)
                    .append(',')
                    .append((long) duration)
                    .append(",GET /stocks,200,OK,Thread Group 1-7,text,")
                    .append(good)
                    .append(",,468,231,50,50,http://127.0.0.1:8080/stocks/7,")
                    .append((long) duration)
                    .append(",0,0\n");
        }
    },
    JTL_XML(
            "JTL XML",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n",
            "</testResults>\n") {
        @Override
        void request(StringBuilder text, long millis, double duration, boolean good) {
            text.append("<httpSample t=\"")
                    .append((long) duration)
                    .append("\" it=\"0\" lt=\"")
                    .append((long) duration)
                    .append("\" ct=\"0\" ts=\"")
                    .append(millis)
                    .append("\" s=\"")
                    .append(good)
                    .append("\" lb=\"GET /stocks\" rc=\"200\" rm=\"OK\" tn=\"Thread Group 1-7\" dt=\"text\" by=\"468\" "
                            + "sby=\"231\" ng=\"50\" na=\"50\">\n  <java.net.URL>http://127.0.0.1:8080/stocks/7"
                            + "</java.net.URL>\n</httpSample>\n");
        }
    },
    NGRINDER(
            "nGrinder CSV",
            "DateTime,vuser,Tests,Errors,Mean_Test_Time_(ms),Test_Time_Standard_Deviation_(ms),TPS,"
                    + "Mean_response_length,Peak_TPS,Description,TPS-1\n",
            "") {
        @Override
        void request(StringBuilder text, long millis, double duration, boolean good) {
            // nGrinder writes no requests.
        }

        @Override
        void second(StringBuilder text, long millis) {
            text.append(LocalDateTime.ofEpochSecond(millis / 1000, 0, ZoneOffset.UTC)
                            .toString()
                            .replace('T', ' '))
                    .append(millis / 1000 % 60 == 0 ? ":00" : "")
                    .append(",50,5000,50,9.8,3.1,5000,468,5100,stocks,5000\n");
        }
    };

    private static final String[] K6_METRICS = {
        "http_reqs",
        "http_req_duration",
        "http_req_blocked",
        "http_req_connecting",
        "http_req_tls_handshaking",
        "http_req_sending",
        "http_req_waiting",
        "http_req_receiving",
        "http_req_failed"
    };
    private static final int BLOCK = 1 << 20;
    private static final long START = 1_700_000_000_000L;
    private static final int RATE = 5_000;

    private final String title;
    private final String head;
    private final String foot;

    LoadToolFile(String title, String head, String foot) {
        this.title = title;
        this.head = head;
        this.foot = foot;
    }

    abstract void request(StringBuilder text, long millis, double duration, boolean good);

    void second(StringBuilder text, long millis) {
        // Most tools write nothing once a second.
    }

    String title() {
        return title;
    }

    /**
     * Writes such a file.
     *
     * @param bytes its length, about
     */
    void write(Path file, long bytes) throws IOException {
        var random = new SplittableRandom(1);
        var text = new StringBuilder(head);
        long written = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (long number = 0; written < bytes; number++) {
                long millis = START + number * 1000 / RATE;
                if (this == NGRINDER || number % RATE == 0) {
                    second(text, this == NGRINDER ? START + number * 1000 : millis);
                }
                double duration = 2 - 8 * Math.log(1 - random.nextDouble());
                request(text, millis, Math.round(duration * 1e4) / 1e4, number % 100 != 0);
                if (text.length() > BLOCK) {
                    written += flush(text, out);
                }
            }
            flush(text.append(foot), out);
        }
    }

    private static int flush(StringBuilder text, OutputStream out) throws IOException {
        byte[] block = text.toString().getBytes(StandardCharsets.UTF_8);
        out.write(block);
        text.setLength(0);
        return block.length;
    }
}
