package dev.poolfit.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A limit on the CPU of a process, as a container has it: a control group of its own, which ends with it. */
final class CpuLimit implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final int PERIOD = 100_000;

    private final Path group;

    private CpuLimit(Path group) {
        this.group = group;
    }

    /**
     * Limits a process; empty where this machine does not allow it.
     *
     * @param cores of which a part may be used
     */
    static Optional<CpuLimit> of(long pid, double cores) throws IOException {
        Path first = ROOT.resolve("cpu");
        Path group = (Files.isDirectory(first) ? first : ROOT).resolve("poolfit-faults-" + pid);
        try {
            Files.createDirectory(group);
            var limit = new CpuLimit(group);
            long quota = Math.round(cores * PERIOD);
            if (Files.exists(group.resolve("cpu.cfs_quota_us"))) {
                Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + quota);
            } else {
                Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD);
            }
            Files.writeString(group.resolve("cgroup.procs"), "" + pid);
            return Optional.of(limit);
        } catch (IOException refused) {
            Files.deleteIfExists(group);
            return Optional.empty();
        }
    }

    /** To be called once the process has ended. */
    @Override
    public void close() throws IOException {
        Files.delete(group);
    }
}
