package dev.poolfit.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A limit on what a process may use, as a container has it: a control group of its own, which ends with it. */
final class ResourceLimit implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final int PERIOD = 100_000;
    private static final long KIBIBYTE = 1024;

    private final Path group;
    private final long pid;

    private ResourceLimit(Path group, long pid) {
        this.group = group;
        this.pid = pid;
    }

    /**
     * Puts a process into a group of its own, which has no limit yet.
     *
     * @param controller {@code cpu} or {@code memory}
     * @throws IOException if this machine does not allow it
     */
    private static ResourceLimit of(long pid, String controller) throws IOException {
        Path first = ROOT.resolve(controller);
        Path group = (Files.isDirectory(first) ? first : ROOT).resolve("poolfit-faults-" + pid);
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve("cgroup.procs"), "" + pid);
            return new ResourceLimit(group, pid);
        } catch (IOException refused) {
            Files.deleteIfExists(group);
            throw new IOException(
                    "this machine has no control group for a limit on " + controller + "; leave the fault out",
                    refused);
        }
    }

    /** @param cores of which a part may be used */
    static ResourceLimit cpu(long pid, double cores) throws IOException {
        ResourceLimit limit = of(pid, "cpu");
        long quota = Math.round(cores * PERIOD);
        limit.write(List.of("cpu.cfs_quota_us", "cpu.max"), List.of("" + quota, quota + " " + PERIOD));
        return limit;
    }

    /** Limits the memory of a process once it was {@linkplain #squeeze squeezed}. */
    static ResourceLimit memory(long pid) throws IOException {
        return of(pid, "memory");
    }

    /**
     * Leaves to the process a part of the memory that it has; the rest has to come back from the disk.
     *
     * @param share between 0 and 1
     */
    void squeeze(double share) throws IOException {
        long resident = Files.readAllLines(Path.of("/proc", "" + pid, "status")).stream()
                .filter(each -> each.startsWith("VmRSS:"))
                .mapToLong(each -> Long.parseLong(each.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
        String bytes = "" + Math.round(share * resident * KIBIBYTE);
        write(List.of("memory.limit_in_bytes", "memory.max"), List.of(bytes, bytes));
    }

    /** Writes to the first of the files that is there: of version 1 or of version 2. */
    private void write(List<String> files, List<String> values) throws IOException {
        int at = Files.exists(group.resolve(files.get(0))) ? 0 : 1;
        Files.writeString(group.resolve(files.get(at)), values.get(at));
    }

    /** To be called once the process has ended. */
    @Override
    public void close() throws IOException {
        Files.delete(group);
    }
}
