package dev.poolfit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads lsof, which macOS has; lsof(8), "Output for other programs". */
final class LsofListeners implements Listeners {
    private static final List<String> COMMAND = List.of("lsof", "-nP", "-iTCP", "-sTCP:LISTEN", "-Fpn");

    private final Map<Long, Set<Integer>> ports;

    private LsofListeners(Map<Long, Set<Integer>> ports) {
        this.ports = ports;
    }

    /** Returns whether it is there and sees at least this process. */
    static boolean available() {
        String own = Long.toString(ProcessHandle.current().pid());
        return told("lsof", "-a", "-p", own, "-d", "cwd", "-Fp")
                .filter(seen -> seen.lines().anyMatch(("p" + own)::equals))
                .isPresent();
    }

    static Listeners now() {
        return parse(told(COMMAND.toArray(String[]::new)).orElse(""));
    }

    /** Reads a line {@code p4242} for each process, followed by lines {@code n*:8080} for its sockets. */
    static Listeners parse(String told) {
        var ports = new TreeMap<Long, Set<Integer>>();
        long pid = 0;
        for (String line : told.lines().toList()) {
            String value = line.substring(Math.min(1, line.length()));
            if (line.startsWith("p")) {
                pid = Long.parseLong(value);
            } else if (line.matches("n.*:\\d+")) {
                ports.computeIfAbsent(pid, unseen -> new TreeSet<>())
                        .add(Integer.parseInt(value.substring(value.lastIndexOf(':') + 1)));
            }
        }
        return new LsofListeners(ports);
    }

    @Override
    public boolean taken(int port) {
        return !on(port).isEmpty();
    }

    @Override
    public List<Long> on(int port) {
        return ports.entrySet().stream()
                .filter(each -> each.getValue().contains(port))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public Set<Integer> of(long pid) {
        return ports.getOrDefault(pid, Set.of());
    }

    /** Returns empty if there is no such program; that nobody listens it says by its exit code. */
    private static Optional<String> told(String... command) {
        try {
            Process asked = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            asked.getOutputStream().close();
            return Optional.of(new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
