package dev.poolfit.service;

import dev.poolfit.experiment.Service;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * A JVM that answers.
 *
 * @param link the way to ask it
 * @param who the service in messages
 * @param pid the process, where it runs on this machine
 * @param jmx the address that was given, where there was one
 */
record JvmConnection(JmxLink link, String who, OptionalLong pid, Optional<Service.AttachJmx> jmx) {
    BooleanSupplier alive() {
        if (pid.isEmpty()) {
            return link::answers;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid.getAsLong());
        return () -> process.isPresent() && process.get().isAlive();
    }
}
