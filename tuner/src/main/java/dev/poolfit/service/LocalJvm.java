package dev.poolfit.service;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A JVM on this machine, attached to by its process id. */
final class LocalJvm implements AutoCloseable {
    private static final String BY_JMX = "start the service with -Dcom.sun.management.jmxremote.port=9010 (and its"
            + " authentication), and give service.attach.jmx instead";

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
                    "process " + pid + " refused to be attached to: " + refused.getMessage(),
                    "run Poolfit as the user that the service runs as, on the same machine and without"
                            + " -XX:+DisableAttachMechanism; otherwise " + BY_JMX,
                    refused);
        } catch (NoClassDefFoundError noJdk) {
            throw new EnvironmentFailure(
                    "this Java runtime at " + System.getProperty("java.home") + " cannot attach to others",
                    "run Poolfit with a JDK, or give service.attach.jmx",
                    noJdk);
        }
    }

    /**
     * Attaching sends SIGQUIT, which would end a process that is no JVM, and make one that refuses attachment print all
     * its threads: so both are told apart beforehand.
     */
    private static void check(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (process.isEmpty()) {
            throw new EnvironmentFailure(
                    "there is no process " + pid, "check service.attach.pid; jps -l lists the JVMs");
        }
        if (!ProcFiles.available()) {
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

    /** The address of the JVM's own JMX agent, which is started if need be and then stays. */
    String jmxUrl() {
        try {
            return machine.startLocalManagementAgent();
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "process " + pid + " could not start its JMX agent: " + failed.getMessage(), BY_JMX, failed);
        }
    }

    /**
     * Loads Poolfit's agent into the JVM.
     *
     * @throws IOException if the JVM does not take it, with the reason
     */
    void load(String arguments) throws IOException {
        Path jar = Files.createTempFile("poolfit-agent", ".jar");
        try (var packed = LocalJvm.class.getResourceAsStream("poolfit-agent.jar")) {
            if (packed == null) {
                throw new IOException("Poolfit was built without its agent");
            }
            Files.write(jar, packed.readAllBytes());
            machine.loadAgent(jar.toString(), arguments);
        } catch (AgentLoadException | AgentInitializationException refused) {
            throw new IOException(refused.getMessage(), refused);
        } finally {
            Files.deleteIfExists(jar);
        }
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
