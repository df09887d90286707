package dev.poolfit.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A disk of a megabyte in the place of a folder, which root alone may put there. */
public final class SmallDisk implements AutoCloseable {
    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Where that is not allowed, the test is left out. */
    public static SmallDisk mount(Path folder) throws IOException, InterruptedException {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", folder.toString()));
        return new SmallDisk(folder);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(List.of(command))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    public void fill() throws IOException {
        try (var out = Files.newOutputStream(folder.resolve("filling"))) {
            byte[] page = new byte[1 << 12];
            while (true) {
                out.write(page);
            }
        } catch (IOException full) {
            if (Files.getFileStore(folder).getUsableSpace() > 0) {
                throw full;
            }
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("umount", folder.toString());
    }
}
