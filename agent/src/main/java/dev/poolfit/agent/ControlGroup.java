package dev.poolfit.agent;

import dev.poolfit.wire.SampleKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the control groups of this process, of version 1 or 2: what its container may use of CPU and memory, and what
 * it uses (Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst;
 * Documentation/scheduler/sched-bwc.rst). There are none but on Linux.
 */
final class ControlGroup {
    private static final double MEBIBYTE = 1024 * 1024;
    /** Version 1 says "no limit" by a number near the largest of all. */
    private static final double NO_LIMIT = 1L << 60;

    /** The group's folders from the innermost out, whose limits hold for it as well. */
    private final List<Path> cpu;

    private final List<Path> memory;

    private ControlGroup(List<Path> cpu, List<Path> memory) {
        this.cpu = cpu;
        this.memory = memory;
    }

    static ControlGroup own() {
        return at(Path.of("/"));
    }

    /** @param root of the file system, in which {@code proc/self} tells of this process */
    static ControlGroup at(Path root) {
        return new ControlGroup(folders(root, "cpu"), folders(root, "memory"));
    }

    /** Returns {@code cpu} in cores and {@code memoryMiB} in MiB, both above 0; what has no limit is left out. */
    Map<String, Double> limits() {
        Map<String, Double> limits = new HashMap<>();
        for (Path each : cpu) {
            String[] quota = text(each, "cpu.max").split(" ", -1);
            if (quota.length == 2) {
                tighten(limits, SampleKey.CPU, number(quota[0]) / number(quota[1]));
            } else {
                double granted = number(text(each, "cpu.cfs_quota_us"));
                tighten(limits, SampleKey.CPU, granted / number(text(each, "cpu.cfs_period_us")));
            }
        }
        for (Path each : memory) {
            tighten(limits, SampleKey.MEMORY_MIB, number(text(each, "memory.max")) / MEBIBYTE);
            double bytes = number(text(each, "memory.limit_in_bytes"));
            tighten(limits, SampleKey.MEMORY_MIB, bytes < NO_LIMIT ? bytes / MEBIBYTE : Double.NaN);
        }
        return limits;
    }

    private static void tighten(Map<String, Double> limits, String key, double limit) {
        if (limit > 0) {
            limits.merge(key, limit, Math::min);
        }
    }

    /**
     * Adds {@code memoryMiB} without the files that the kernel may drop, and its limit {@code memoryMaxMiB}; the
     * running totals {@code periods}, in which the CPU limit is counted, and {@code throttled}, those in which it held
     * the process back. What has no limit is left out.
     */
    void readInto(Map<String, Double> values) {
        for (Path each : cpu) {
            Map<String, Double> told = pairs(each, "cpu.stat");
            // An outer group's limit may be the tighter one: the one that held back most often counts.
            if (told.getOrDefault("nr_periods", 0.0) > 0
                    && told.getOrDefault("nr_throttled", 0.0) >= values.getOrDefault(SampleKey.THROTTLED, 0.0)) {
                values.put(SampleKey.PERIODS, told.get("nr_periods"));
                values.put(SampleKey.THROTTLED, told.getOrDefault("nr_throttled", 0.0));
            }
        }
        Double most = limits().get(SampleKey.MEMORY_MIB);
        if (most != null) {
            values.put(SampleKey.MEMORY_MAX_MIB, most);
            Path own = memory.get(0);
            Map<String, Double> told = pairs(own, "memory.stat");
            double used = number(text(own, "memory.current"));
            if (Double.isNaN(used)) {
                used = number(text(own, "memory.usage_in_bytes"));
            }
            double files = told.getOrDefault("inactive_file", told.getOrDefault("total_inactive_file", 0.0));
            if (used > 0) {
                values.put(SampleKey.MEMORY_MIB, Math.max(0, used - files) / MEBIBYTE);
            }
        }
    }

    /** Finds the folders of a controller, from the innermost out; none where it is not mounted. */
    private static List<Path> folders(Path root, String controller) {
        List<Path> found = new ArrayList<>();
        for (String line : text(root, "proc/self/mountinfo").split("\n", -1)) {
            // … root mount-point options … - type source super-options (proc_pid_mountinfo(5))
            String[] fields = line.split(" ", -1);
            int dash = List.of(fields).indexOf("-");
            if (dash < 5 || fields.length < dash + 4) {
                continue;
            }
            boolean first = fields[dash + 1].equals("cgroup")
                    && List.of(fields[dash + 3].split(",", -1)).contains(controller);
            boolean second = fields[dash + 1].equals("cgroup2");
            if (first || second) {
                Path mount = root.resolve(fields[4].substring(1));
                String group = group(root, second ? "" : controller);
                String inside = group.startsWith(fields[3]) ? group.substring(fields[3].length()) : group;
                Path innermost = mount.resolve(inside.replaceFirst("^/+", "")).normalize();
                // A group of the machine is not there where a container sees its own alone.
                Path each = Files.isDirectory(innermost) ? innermost : mount;
                for (; each != null && each.startsWith(mount); each = each.getParent()) {
                    found.add(each);
                }
            }
        }
        return found;
    }

    /** Returns the group of this process under a controller of version 1, or, without a name, of version 2. */
    private static String group(Path root, String controller) {
        for (String line : text(root, "proc/self/cgroup").split("\n", -1)) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3 && List.of(fields[1].split(",", -1)).contains(controller)) {
                return fields[2];
            }
        }
        return "/";
    }

    private static Map<String, Double> pairs(Path folder, String name) {
        Map<String, Double> told = new HashMap<>();
        for (String line : text(folder, name).split("\n", -1)) {
            String[] pair = line.split(" ", -1);
            if (pair.length == 2) {
                told.put(pair[0], number(pair[1]));
            }
        }
        return told;
    }

    private static double number(String text) {
        return text.matches("-?\\d{1,18}") ? Double.parseDouble(text) : Double.NaN;
    }

    /** Returns an empty text where there is no such file, or it may not be read. */
    private static String text(Path folder, String name) {
        try {
            return new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8).trim();
        } catch (IOException | RuntimeException none) {
            return "";
        }
    }
}
