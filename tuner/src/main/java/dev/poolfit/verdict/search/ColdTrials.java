package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.List;
import java.util.function.Predicate;

/**
 * Early trials of a service that was still being compiled: what failed then may be enough later. They do not count once the JIT
 * compiler has far less to do and one of their settings has surely given more.
 */
final class ColdTrials {
    /** Of compilation a second, in milliseconds: a tenth of a core. */
    static final double COLD = 100;

    /** Of compilation a second, in the last trial beside an early one. */
    private static final double LESS = 0.5;
    /** As {@link #LESS}, for another look at what has failed. */
    private static final double SURELY_LESS = 0.9;

    private final List<Trial> trials;
    private final Predicate<Trial> cold;

    ColdTrials(List<Trial> trials) {
        this.trials = trials;
        double late = trials.isEmpty() ? 0 : compiling(trials.get(trials.size() - 1));
        Predicate<Trial> early = trial -> compiling(trial) >= COLD && late <= LESS * compiling(trial) && trial.valid();
        cold = trials.stream().filter(early).anyMatch(trial -> gaveMoreLater(trial, early.negate()))
                ? early
                : trial -> false;
    }

    private boolean gaveMoreLater(Trial early, Predicate<Trial> late) {
        return trials.stream()
                .filter(late)
                .anyMatch(trial -> trial.valid()
                        && trial.settings().equals(early.settings())
                        && trial.throughput().low() > early.throughput().high());
    }

    /** Whether a setting was tried last while the JIT compiler was at work, and it has less to do since: it may give more now. */
    boolean mayGiveMore(Settings settings) {
        double then = trials.stream()
                .filter(trial -> trial.settings().equals(settings))
                .reduce((earlier, later) -> later)
                .map(ColdTrials::compiling)
                .orElse(0.0);
        return then >= COLD && compiling(trials.get(trials.size() - 1)) <= SURELY_LESS * then;
    }

    /** What the JIT compiler used, in milliseconds a second; 0 where that was not read. */
    static double compiling(Trial trial) {
        return trial.mean(Metric.JIT_TIME).orElse(0);
    }

    /** That the service was not warm yet. */
    static Message stillCompiling(double milliseconds) {
        return Message.of("reason.still-compiling", Quantity.time(milliseconds));
    }

    /** How many there are. */
    long count() {
        return trials.stream().filter(cold).count();
    }

    /** The trials without these. */
    List<Trial> others() {
        return trials.stream().filter(cold.negate()).toList();
    }

    /** All trials, with a flag on these. */
    List<Trial> flagged() {
        return trials.stream()
                .map(trial -> cold.test(trial) ? trial.with(Flag.NOT_STEADY) : trial)
                .toList();
    }
}
