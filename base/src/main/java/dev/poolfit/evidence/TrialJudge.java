package dev.poolfit.evidence;

import dev.poolfit.plan.Role;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Decides one flag from all trials of a run so far. Each is a pure function of them, and judging twice changes nothing. */
public enum TrialJudge {
    /**
     * Trials that other programs spoilt do not count, unless they spoilt most of them: then they are part of the machine, and a
     * trial that they left alone is no better evidence. Holds for every run.
     */
    OTHER_PROGRAMS {
        @Override
        List<Trial> judge(List<Trial> trials) {
            return 2 * new JudgedTrials(trials).count(Flag.OTHER_PROGRAMS) <= trials.size()
                    ? trials
                    : trials.stream()
                            .map(trial -> trial.without(Flag.OTHER_PROGRAMS))
                            .toList();
        }
    },

    /**
     * A load in which settings took turns does not count where one of them surely gave far less between the others than in a
     * valid trial of its own before: what one setting leaves behind, such as a crowd at the database, is still served while the
     * next ones hold (carry-over in the sense of crossover trials: Jones and Kenward, 2014, chapter 1). Holds where settings are
     * compared within such loads.
     */
    CARRY_OVER {
        @Override
        List<Trial> judge(List<Trial> trials) {
            Set<Integer> loads = trials.stream()
                    .filter(trial -> trial.periods().isPresent() && gaveMoreAlone(trial, trials))
                    .map(Trial::load)
                    .collect(Collectors.toSet());
            return flagged(
                    trials, trial -> trial.periods().isPresent() && loads.contains(trial.load()), Flag.CARRIED_OVER);
        }
    },

    /**
     * Early trials of a service that was still being compiled do not count once the JIT compiler has far less to do and one of
     * their settings has surely given more: what failed then may be enough later (Georges, Buytaert and Eeckhout, 2007, on
     * start-up and steady state of JVMs). Holds where rates of different times are compared.
     */
    COLD {
        @Override
        List<Trial> judge(List<Trial> trials) {
            double now = trials.isEmpty() ? 0 : Compilation.of(trials.get(trials.size() - 1));
            Predicate<Trial> early = trial ->
                    trial.valid() && Compilation.cold(trial) && Compilation.farLess(Compilation.of(trial), now);
            boolean warmed = trials.stream().filter(early).anyMatch(trial -> gaveMoreLater(trial, early, trials));
            return warmed ? flagged(trials, early, Flag.COLD) : trials;
        }
    },

    /**
     * Comparisons within the pool do not count before settings were compared at their real size. Holds where those gave another
     * ratio.
     */
    NOT_AS_REAL {
        @Override
        List<Trial> judge(List<Trial> trials) {
            int first = trials.stream()
                    .filter(trial -> trial.role() == Role.REAL_SIZE)
                    .mapToInt(Trial::number)
                    .findFirst()
                    .orElse(0);
            return flagged(trials, trial -> trial.periods().isPresent() && trial.number() < first, Flag.NOT_AS_REAL);
        }
    },

    /**
     * A comparison while the JIT compiler kept half a core busy or more does not count once it needs a quarter of that at most: how
     * settings compare changes with what a request costs the service. Holds where settings are compared within one load, in which
     * what becomes faster meanwhile hits all alike.
     */
    COLD_COMPARISON {
        @Override
        List<Trial> judge(List<Trial> trials) {
            Set<Integer> loads = trials.stream()
                    .filter(trial -> trial.valid() && trial.periods().isPresent() && compiledSince(trial, trials))
                    .map(Trial::load)
                    .collect(Collectors.toSet());
            return flagged(trials, trial -> trial.periods().isPresent() && loads.contains(trial.load()), Flag.COLD);
        }
    };

    /** The share of the rate alone below which a setting between others still serves what those left. */
    private static final double CARRIED = 0.85;

    /** Sets or removes the flag where it belongs. */
    abstract List<Trial> judge(List<Trial> trials);

    private static List<Trial> flagged(List<Trial> trials, Predicate<Trial> which, Flag flag) {
        return trials.stream()
                .map(trial -> which.test(trial) ? trial.with(flag) : trial)
                .toList();
    }

    private static boolean gaveMoreAlone(Trial trial, List<Trial> trials) {
        return trials.stream()
                .filter(alone -> alone.periods().isEmpty()
                        && alone.valid()
                        && alone.number() < trial.number()
                        && alone.settings().equals(trial.settings()))
                .anyMatch(alone ->
                        trial.throughput().high() < CARRIED * alone.throughput().mean());
    }

    private static boolean compiledSince(Trial cold, List<Trial> trials) {
        return Compilation.starved(cold)
                && trials.stream()
                        .anyMatch(trial -> trial.valid()
                                && trial.number() > cold.number()
                                && Compilation.nearlyDone(Compilation.of(cold), Compilation.of(trial)));
    }

    private static boolean gaveMoreLater(Trial cold, Predicate<Trial> early, List<Trial> trials) {
        return trials.stream()
                .anyMatch(trial -> trial.valid()
                        && !early.test(trial)
                        && trial.settings().equals(cold.settings())
                        && trial.throughput().low() > cold.throughput().high());
    }
}
