package dev.poolfit.evidence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The trials of a run as they count. What the seconds of one trial show was noted when it was measured; what takes several
 * trials to tell is decided by a {@link TrialJudge}, and nowhere else. The flags depend on these trials alone, not on how they
 * were judged when there were fewer, so that the trials of an interrupted run count as they did; to judge again changes nothing.
 *
 * @param trials in order, each with all its flags
 */
public record JudgedTrials(List<Trial> trials) {
    /** The trials of a search that has none. */
    public static final JudgedTrials NONE = new JudgedTrials(List.of());

    public JudgedTrials {
        trials = List.copyOf(trials);
    }

    /** Judges what holds for every run, however its trials are compared. */
    public static JudgedTrials of(List<MeasuredTrial> measured) {
        return new JudgedTrials(measured.stream().map(MeasuredTrial::alone).toList()).by(TrialJudge.OTHER_PROGRAMS);
    }

    /** Judges these trials by one more judge. */
    public JudgedTrials by(TrialJudge judge) {
        return new JudgedTrials(judge.judge(trials));
    }

    /** Returns these trials with the flags of those that were judged further; those are found by their number. */
    public JudgedTrials with(JudgedTrials further) {
        Map<Integer, Set<Flag>> flags = new HashMap<>();
        further.trials.forEach(trial -> flags.put(trial.number(), trial.flags()));
        return new JudgedTrials(trials.stream()
                .map(trial -> trial.flagged(flags.getOrDefault(trial.number(), trial.flags())))
                .toList());
    }

    /** Counts the trials that have a flag. */
    public long count(Flag flag) {
        return trials.stream().filter(trial -> trial.flags().contains(flag)).count();
    }
}
