package dev.poolfit.load.tool;

import java.time.Duration;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Measures the share of this machine's cores that a tool's processes used since it was last asked, 0 to 1. */
final class ToolMeter implements DoubleSupplier {
    private final List<ToolProcess> processes;
    private final int cores = Runtime.getRuntime().availableProcessors();
    private long at = System.nanoTime();
    private Duration used = Duration.ZERO;

    ToolMeter(List<ToolProcess> processes) {
        this.processes = processes;
    }

    @Override
    public double getAsDouble() {
        long now = System.nanoTime();
        Duration total = processes.stream().map(ToolProcess::cpu).reduce(Duration.ZERO, Duration::plus);
        double share = (double) total.minus(used).toNanos() / Math.max(1, now - at) / cores;
        at = now;
        used = total;
        return Math.max(0, Math.min(1, share));
    }
}
