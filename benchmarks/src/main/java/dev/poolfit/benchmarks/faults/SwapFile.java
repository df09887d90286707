package dev.poolfit.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file to which the kernel may swap, for as long as it is open; root may open one. */
final class SwapFile implements AutoCloseable {
    private static final String SIZE = "768M";

    private final Path file;

    private SwapFile(Path file) {
        this.file = file;
    }

    static SwapFile in(Path folder) throws IOException, InterruptedException {
        var swap = new SwapFile(folder.resolve("swap"));
        try {
            swap.run(List.of("fallocate", "-l", SIZE));
            swap.run(List.of("chmod", "600"));
            swap.run(List.of("mkswap"));
            swap.run(List.of("swapon"));
            return swap;
        } catch (IOException | InterruptedException refused) {
            Files.deleteIfExists(swap.file);
            throw refused;
        }
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        var all = new ArrayList<>(command);
        all.add(file.toString());
        int exitCode = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IOException(String.join(" ", all) + " ended with " + exitCode + "; leave the fault out");
        }
    }

    @Override
    public void close() throws IOException {
        try {
            run(List.of("swapoff"));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
