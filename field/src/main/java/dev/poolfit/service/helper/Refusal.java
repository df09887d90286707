package dev.poolfit.service.helper;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.units.OneLine;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Says why there is no helper beside a service, and what to do. */
final class Refusal {
    private static final Set<String> CONTAINERS = Set.of("docker", "podman", "nerdctl", "kubectl", "oc");
    private static final String OTHERWISE = "or give service.attach.jmx instead";

    private Refusal() {}

    /**
     * Refuses a container's program that does not pass standard input on, as it does only where told to, and not by a
     * terminal.
     *
     * @throws EnvironmentFailure if the command is one that does not
     */
    static void requireOpenInput(String command) {
        List<String> words = List.of(command.strip().split("\\s+", -1));
        String program = words.get(0).replaceFirst(".*/", "");
        int exec = words.indexOf("exec");
        if (!CONTAINERS.contains(program) || exec < 0) {
            return;
        }
        List<String> options = words.stream()
                .skip(exec + 1)
                .takeWhile(word -> !word.equals("--"))
                .toList();
        if (options.stream().anyMatch(word -> word.equals("--tty") || word.matches("-[a-z]*t[a-z]*"))) {
            throw new EnvironmentFailure(
                    "\"" + command + "\" asks for a terminal, through which no program can be sent",
                    "leave -t out: use -i alone");
        }
        if (options.stream().noneMatch(word -> word.startsWith("--interactive") || word.matches("-[a-z]*i[a-z]*"))) {
            throw new EnvironmentFailure("\"" + command + "\" does not pass standard input on", "add -i behind exec");
        }
    }

    /** @param code as the helper's script says it */
    static EnvironmentFailure of(String code, String command) {
        String there = "where \"" + command + "\" leads";
        String[] words = code.split(" ", 2);
        return switch (words[0]) {
            case "unsafe-java" ->
                new EnvironmentFailure(
                        "others than root and the user of \"" + command + "\" can change the only java there"
                                + (words.length > 1 ? ", " + OneLine.of(words[1]) : ""),
                        "let the command run as the service's user (docker exec -u …), or take the right to write to that"
                                + " file and its folders from others; " + OTHERWISE);
            case "no-java" ->
                new EnvironmentFailure(
                        "there is no java " + there + ", on the PATH, in JAVA_HOME or among the processes",
                        "check that the command leads to the service itself, as the service's user; " + OTHERWISE);
            case "no-folder" ->
                new EnvironmentFailure(
                        "there is no folder to write to " + there
                                + ", not even for a moment: $TMPDIR, /tmp, /dev/shm and"
                                + " /var/tmp are read-only or missing",
                        "mount one in memory (docker run --tmpfs /tmp), " + OTHERWISE);
            case "no-base64" ->
                new EnvironmentFailure(
                        "the program base64 is missing " + there + ", or its disk is full",
                        "use an image with coreutils or busybox, " + OTHERWISE);
            default -> new EnvironmentFailure("the helper refused " + there + ": " + code, "report this");
        };
    }

    /**
     * Says why a command ended before the helper answered.
     *
     * @param said all that it wrote to standard error
     * @param lastSaid its last line, as the end of a sentence
     */
    static EnvironmentFailure ofEnd(String command, OptionalInt exitCode, String said, String lastSaid) {
        String ended = "\"" + command + "\" ended"
                + (exitCode.isPresent() ? " with exit code " + exitCode.getAsInt() : "") + lastSaid;
        if (said.contains("UnsupportedClassVersionError")) {
            return new EnvironmentFailure(
                    "the java where \"" + command + "\" leads is older than 11",
                    "run the service on Java 11 or newer, " + OTHERWISE);
        }
        if (said.contains("\"sh\"")
                || said.contains("sh: executable file not found")
                || said.contains("sh: not found")) {
            return new EnvironmentFailure(
                    ended + "; there is no shell",
                    "use an image with a shell, or a debug container that shares the service's processes, "
                            + OTHERWISE);
        }
        return new EnvironmentFailure(ended, "run \"" + command + " true\" by hand until it works, then start again");
    }
}
