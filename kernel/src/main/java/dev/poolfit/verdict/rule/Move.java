package dev.poolfit.verdict.rule;

import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The answer of a {@link Rule} that applies. */
public sealed interface Move {
    /** The decision that it leads to; empty where the rest of the budget does not pay for it. */
    Optional<Decision> within(Duration left);

    /** What it was decided from, for the reader of a run. */
    List<Message> because(Duration left);

    private static String length(double seconds) {
        return Durations.format(Duration.ofSeconds((long) seconds));
    }

    private static Message left(Duration left) {
        return Message.of("because.left", length(Durations.seconds(left)));
    }

    /**
     * Asks for trials. Where the budget does not pay for them, the next rule is asked.
     *
     * @param plan which trials
     * @param cost how much of the budget has to be left; zero where they are run in any case
     * @param known what the rule knew of these settings
     */
    record Try(TrialPlan plan, Duration cost, List<Message> known) implements Move {
        public Try {
            known = List.copyOf(known);
        }

        @Override
        public Optional<Decision> within(Duration left) {
            return cost.isZero() || left.compareTo(cost) >= 0 ? Optional.of(new TryNext(plan)) : Optional.empty();
        }

        @Override
        public List<Message> because(Duration left) {
            Message budget = cost.isZero()
                    ? left(left)
                    : Message.of(
                            "because.cost",
                            length(Math.ceil(Durations.seconds(cost))),
                            length(Durations.seconds(left)));
            return Stream.concat(known.stream(), Stream.of(budget)).toList();
        }
    }

    /**
     * Gives the verdict, or hands over to another search.
     *
     * @param decision the verdict, or what the other search decides, with the rules that it asked
     */
    record Say(Decision decision) implements Move {
        @Override
        public Optional<Decision> within(Duration left) {
            return Optional.of(decision);
        }

        @Override
        public List<Message> because(Duration left) {
            return List.of(left(left));
        }
    }
}
