package dev.poolfit.report;

import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A finished run as every kind of report takes it.
 *
 * @param question the question
 * @param conclusion the answer
 * @param trials every trial, by number
 * @param series the readings of each second, by trial number; a trial may have none
 * @param circumstances the circumstances of the measurement
 * @param revisits an earlier table beside it, where the experiment names one
 */
public record Run(
        Question question,
        Conclusion conclusion,
        List<Trial> trials,
        Map<Integer, List<Sample>> series,
        Circumstances circumstances,
        Optional<ReferenceComparison> revisits) {
    public Run {
        trials = List.copyOf(trials);
        series = Map.copyOf(series);
    }

    /** A run without an earlier table. */
    Run(
            Question question,
            Conclusion conclusion,
            List<Trial> trials,
            Map<Integer, List<Sample>> series,
            Circumstances circumstances) {
        this(question, conclusion, trials, series, circumstances, Optional.empty());
    }

    /**
     * The question of a run.
     *
     * @param experiment the experiment, as the service was found
     * @param load the load, in words
     */
    public record Question(Experiment experiment, Message load) {
        /** Returns the question that an experiment puts. */
        public static Question of(Experiment experiment) {
            return new Question(experiment, LoadText.of(experiment.load()));
        }

        public String name() {
            return experiment.name();
        }

        public Goal goal() {
            return experiment.goal();
        }

        public SearchSpace space() {
            return experiment.space();
        }

        public Settings fixed() {
            return experiment.fixed();
        }

        public Optional<Ceiling> ceiling() {
            return experiment.ceiling();
        }

        public Duration budget() {
            return experiment.budget();
        }

        public long seed() {
            return experiment.seed();
        }

        /** Returns the number of users, where it is constant. */
        public OptionalInt users() {
            return experiment.load().shape() instanceof Load.Users closed
                    ? OptionalInt.of(closed.users())
                    : OptionalInt.empty();
        }

        /** Returns the pause of a user between two requests, where users were simulated. */
        public Optional<Duration> think() {
            Load put = experiment.load();
            return put.closed() && put.script().isEmpty() ? Optional.of(put.think()) : Optional.empty();
        }
    }

    /**
     * The circumstances of a run.
     *
     * @param started when the first trial's load started
     * @param loadSeconds seconds of load over all trials
     * @param totalSeconds seconds from start to end
     * @param database the database, such as {@code MariaDB at 127.0.0.1:3306}
     * @param maxConnections the most connections that the database allows
     * @param version Poolfit's version
     * @param missingProbes the probes that could not be read, one sentence each
     * @param notes other notes for the reader, one sentence each
     */
    public record Circumstances(
            Instant started,
            double loadSeconds,
            double totalSeconds,
            Optional<Message> database,
            OptionalInt maxConnections,
            String version,
            List<Message> missingProbes,
            List<Message> notes) {
        public Circumstances {
            missingProbes = List.copyOf(missingProbes);
            notes = List.copyOf(notes);
        }
    }
}
