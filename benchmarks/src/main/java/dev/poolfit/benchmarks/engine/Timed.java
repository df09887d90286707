package dev.poolfit.benchmarks.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A finished process.
 *
 * @param output its output
 * @param cpuSeconds the processor time that it took in all, its start included
 */
record Timed(String output, double cpuSeconds) {
    static Timed run(List<String> command) throws IOException, InterruptedException {
        var timed = new ArrayList<>(List.of("bash", "-c", "TIMEFORMAT='cpu %U %S'; time \"$@\"", "bash"));
        timed.addAll(command);
        Process process = new ProcessBuilder(timed).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command.get(0) + " failed: " + output);
        }
        String[] cpu = output.substring(output.lastIndexOf("cpu ")).strip().split(" ");
        return new Timed(output, Double.parseDouble(cpu[1]) + Double.parseDouble(cpu[2]));
    }
}
