package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits and use of a container, from the files of both versions of control groups. */
class ControlGroupTest {
    private static final String SECOND = "30 29 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup rw\n";
    private static final String FIRST =
            "31 29 0:27 /docker/shop /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
                    + "32 29 0:28 /docker/shop /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";

    private Path root;

    @BeforeEach
    void folder() throws IOException {
        Path temporary = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
        root = Files.createTempDirectory(temporary, "group");
    }

    @AfterEach
    void removed() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(each);
            }
        }
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private Map<String, Double> use() {
        Map<String, Double> values = new HashMap<>();
        ControlGroup.at(root).readInto(values);
        return values;
    }

    @Test
    void of_version_2_in_a_namespace_of_its_own() throws IOException {
        file("proc/self/mountinfo", SECOND);
        file("proc/self/cgroup", "0::/\n");
        file("sys/fs/cgroup/cpu.max", "25000 100000\n");
        file("sys/fs/cgroup/cpu.stat", "usage_usec 5\nnr_periods 40\nnr_throttled 10\nthrottled_usec 7\n");
        file("sys/fs/cgroup/memory.max", "536870912\n");
        file("sys/fs/cgroup/memory.current", "419430400\n");
        file("sys/fs/cgroup/memory.stat", "anon 1\ninactive_file 104857600\n");

        assertThat(ControlGroup.at(root).limits()).containsOnly(entry("cpu", 0.25), entry("memoryMiB", 512.0));
        assertThat(use())
                .containsOnly(
                        entry("periods", 40.0),
                        entry("throttled", 10.0),
                        entry("memoryMiB", 300.0),
                        entry("memoryMaxMiB", 512.0));
    }

    @Test
    void the_tightest_of_the_groups_around_it_holds() throws IOException {
        file("proc/self/mountinfo", SECOND);
        file("proc/self/cgroup", "0::/kubepods/pod7/shop\n");
        file("sys/fs/cgroup/kubepods/pod7/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/kubepods/pod7/shop/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/kubepods/pod7/shop/memory.max", "max\n");
        file("sys/fs/cgroup/kubepods/memory.max", "1073741824\n");

        assertThat(ControlGroup.at(root).limits()).containsOnly(entry("cpu", 1.5), entry("memoryMiB", 1024.0));
    }

    @Test
    void of_version_1_where_a_part_of_the_tree_is_mounted() throws IOException {
        file("proc/self/mountinfo", FIRST);
        file("proc/self/cgroup", "4:memory:/docker/shop\n3:cpu,cpuacct:/docker/shop\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 8\nnr_throttled 2\nthrottled_time 9\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n");
        file("sys/fs/cgroup/memory/memory.usage_in_bytes", "209715200\n");
        file("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 104857600\n");

        assertThat(ControlGroup.at(root).limits()).containsOnly(entry("cpu", 0.5), entry("memoryMiB", 256.0));
        assertThat(use()).contains(entry("throttled", 2.0), entry("memoryMaxMiB", 256.0));
    }

    @Test
    void without_a_limit_or_without_groups_nothing_is_told() throws IOException {
        assertThat(ControlGroup.at(root).limits()).isEmpty();
        assertThat(use()).isEmpty();

        file("proc/self/mountinfo", FIRST + "damaged\n33 29 0:1 / / rw -\n");
        file("proc/self/cgroup", "4:memory:/docker/shop\nnonsense\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        file("sys/fs/cgroup/memory/memory.usage_in_bytes", "209715200\n");

        assertThat(ControlGroup.at(root).limits()).isEmpty();
        assertThat(use()).isEmpty();
    }
}
