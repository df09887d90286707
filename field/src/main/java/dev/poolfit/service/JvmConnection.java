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
 * @param loader loads the agent's parts into it, where that is possible
 * @param target how it was reached
 */
record JvmConnection(
        JmxLink link, String who, OptionalLong pid, Optional<SamplingAgent.Loader> loader, Service.Target target) {
    BooleanSupplier alive() {
        if (pid.isEmpty()) {
            return link::answers;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid.getAsLong());
        return () -> process.isPresent() && process.get().isAlive();
    }

    Optional<Service.AttachJmx> jmx() {
        return target instanceof Service.AttachJmx attach ? Optional.of(attach) : Optional.empty();
    }

    Optional<String> command() {
        return target instanceof Service.AttachCommand attach ? Optional.of(attach.command()) : Optional.empty();
    }
}
