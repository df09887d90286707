package dev.poolfit.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs k6 with as many users as connections, which drops bodies and writes nothing but its summary. */
final class K6 implements Sender {
    private final Path program;
    private final Path folder;

    K6(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    @Override
    public Cost send(String url, int connections, int seconds) throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("script.js"), """
                import http from 'k6/http';
                export const options = { vus: %d, duration: '%ds', discardResponseBodies: true };
                export default function () { http.get('%s'); }
                """.formatted(connections, seconds, url));
        Path summary = folder.resolve("summary.json");
        Timed timed = Timed.run(List.of(
                program.toString(), "run", "--quiet", "--summary-export", summary.toString(), script.toString()));
        JsonNode requests = JsonMapper.shared().readTree(summary).at("/metrics/http_reqs");
        long count = requests.get("count").asLong();
        return new Cost(count, count / requests.get("rate").asDouble(), timed.cpuSeconds());
    }
}
