package dev.poolfit.service;

import com.sun.security.auth.module.UnixSystem;
import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.FileRights;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.units.OneLine;
import dev.poolfit.wire.AgentArgument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A JVM on this machine, attached to by its process id. */
final class LocalJvm implements AutoCloseable {
    /** The folder for caches of the whole machine; the Filesystem Hierarchy Standard. */
    private static final Path SHARED = Path.of("/var/cache");

    private static final String BY_JMX = "start the service with -Dcom.sun.management.jmxremote.port=9010 (and its"
            + " authentication), and give service.attach.jmx instead";

    private static final int FIRST_THAT_WARNS = 21;

    private final VirtualMachine machine;
    private final long pid;

    private LocalJvm(VirtualMachine machine, long pid) {
        this.machine = machine;
        this.pid = pid;
    }

    static LocalJvm attach(long pid) {
        check(pid);
        try {
            return new LocalJvm(VirtualMachine.attach("" + pid), pid);
        } catch (AttachNotSupportedException | IOException refused) {
            throw new EnvironmentFailure(
                    "process " + pid + " refused to be attached to: " + OneLine.of(refused.getMessage()),
                    "run Poolfit as the user that the service runs as, on the same machine and without"
                            + " -XX:+DisableAttachMechanism; otherwise " + BY_JMX,
                    refused);
        }
    }

    /** Refuses what SIGQUIT, sent by attaching, would harm: a process that is no JVM, or that refuses attachment. */
    private static void check(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (process.isEmpty()) {
            throw new EnvironmentFailure(
                    "there is no process " + pid, "check service.attach.pid; jps -l lists the JVMs");
        }
        if (!ProcFiles.available()) {
            requireListed(pid);
            return;
        }
        String command = ProcFiles.command(pid);
        Optional<Boolean> jvm = ProcFiles.loads(pid, "libjvm.");
        if (jvm.isEmpty()) {
            throw new EnvironmentFailure(
                    "process " + pid + " (" + command + ") belongs to the user "
                            + process.get().info().user().orElse("?") + ", but Poolfit runs as "
                            + System.getProperty("user.name"),
                    "run Poolfit as that user; otherwise " + BY_JMX);
        }
        if (!jvm.get()) {
            throw new EnvironmentFailure(
                    "process " + pid + " (" + command + ") is not a JVM",
                    "give the service's own process; a service in a container or behind a proxy on this port needs"
                            + " service.attach.jmx");
        }
        if (ProcFiles.startedWith(pid, "-XX:+DisableAttachMechanism")) {
            throw new EnvironmentFailure(
                    "process " + pid + " (" + command + ") runs with -XX:+DisableAttachMechanism",
                    "start it without that option; otherwise " + BY_JMX);
        }
    }

    /** Returns whether a process is a JVM, as far as that can be seen. */
    static boolean isJvm(long pid) {
        return ProcFiles.available() ? ProcFiles.isJvm(pid) : isListed(pid);
    }

    /** Returns whether it tells of itself in a folder of its user; a JVM with {@code -XX:-UsePerfData} does not. */
    static boolean isListed(long pid) {
        return VirtualMachine.list().stream().anyMatch(each -> each.id().equals("" + pid));
    }

    static void requireListed(long pid) {
        if (!isListed(pid)) {
            throw new EnvironmentFailure(
                    "process " + pid + " (" + ProcFiles.command(pid)
                            + ") is not a JVM, or one of another user or with -XX:-UsePerfData",
                    "run Poolfit as the service's user, and start the service without that option; otherwise "
                            + BY_JMX);
        }
    }

    /** Returns its version of Java, such as 17; 0 where it does not tell. */
    int javaVersion() {
        try {
            return Integer.parseInt(machine.getSystemProperties()
                    .getProperty("java.specification.version", "0")
                    .replaceFirst("^1\\.", ""));
        } catch (IOException | NumberFormatException untold) {
            return 0;
        }
    }

    /** Returns whether it writes a warning when an agent is loaded; JEP 451. */
    boolean warnsOfAgents() {
        return javaVersion() >= FIRST_THAT_WARNS && !ProcFiles.startedWith(pid, "-XX:+EnableDynamicAgentLoading");
    }

    /** Returns the address of the JVM's own JMX agent, which is started if need be and then stays. */
    String jmxUrl() {
        try {
            return machine.startLocalManagementAgent();
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "process " + pid + " could not start its JMX agent: " + OneLine.of(failed.getMessage()),
                    BY_JMX,
                    failed);
        }
    }

    /**
     * Loads Poolfit's agent into the JVM.
     *
     * @throws IOException if the JVM does not take it, with the reason
     * @throws EnvironmentFailure if the agent's file is not safe
     */
    void load(String arguments) throws IOException {
        try {
            Path jar = jar().file();
            if (ProcFiles.available() && !ProcFiles.finds(pid, jar)) {
                throw new IOException("it does not find " + jar + ", as if it ran in a container");
            }
            machine.loadAgent(jar.toString(), AgentArgument.JAR.of(jar.toString()) + "&" + arguments);
        } catch (AgentLoadException | AgentInitializationException refused) {
            throw new IOException(OneLine.of(refused.getMessage()), refused);
        } catch (UnsupportedOperationException | LinkageError unlike) {
            throw new IOException("this system does not tell whom files belong to", unlike);
        }
    }

    /** Chooses the agent's file; a service of another user cannot look into the folders of root. */
    private AgentJar jar() throws IOException {
        int user = (int) new UnixSystem().getUid();
        return !ProcFiles.available() || ProcFiles.owner(pid) == user
                ? AgentJar.own(System.getenv(), user, FileRights::of)
                : AgentJar.shared(SHARED, user, FileRights::of);
    }

    @Override
    public void close() {
        try {
            machine.detach();
        } catch (IOException gone) {
            // The JVM ended: so did the attachment.
        }
    }
}
