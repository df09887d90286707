package dev.poolfit.verdict.knob;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The trials that compare the values of one knob: rounds of every value, each second round the mirror of the one before
 * it, so that a drift of the machine favours no value and the knob is turned but once a value and round. Where a turn takes
 * half a minute, the value that holds goes first.
 */
final class KnobPlan {
    /** Rounds after which the values are looked at. */
    static final List<Integer> LOOKS = List.of(2, 4);

    /** A restart with the warm-up after it where nothing is known of it; about what a Spring Boot service on two cores takes. */
    static final Duration RESTART = Duration.ofSeconds(25);

    /** The time that a change of the knob takes beside the trial after it. */
    private final Duration turn;

    private final Duration measure;
    private final TrialCost cost;
    private final Settings held;
    private final List<Settings> order = new ArrayList<>();

    /** The order in which knobs are compared: first the one that decides how long connections are held, then as they come. */
    static List<Knob> order(SearchSpace space) {
        return space.choices().keySet().stream()
                .sorted(Comparator.comparing((Knob knob) -> knob != Knob.OPEN_IN_VIEW))
                .toList();
    }

    /**
     * @param values what is compared, the settings that hold now first
     * @param restart what a restart takes, with the warm-up after it
     */
    KnobPlan(SearchProblem problem, Knob knob, List<Settings> values, Duration restart) {
        Duration live = knob == Knob.CONNECTION_TIMEOUT ? problem.housekeeping() : Duration.ZERO;
        turn = knob.live() ? live : restart;
        measure = problem.confirmLength();
        cost = problem.cost();
        this.held = values.get(0);
        var random = new Random(31 * problem.seed() + Knob.ALL.indexOf(knob));
        List<Settings> round = new ArrayList<>(values);
        for (int i = 0; i < LOOKS.get(LOOKS.size() - 1); i++) {
            if (i % 2 == 1) {
                Collections.reverse(round);
            } else if (i > 0 || !turn.isZero()) {
                Settings first = round.remove(i > 0 ? round.size() - 1 : 0);
                Collections.shuffle(round, random);
                round.add(0, first);
            } else {
                Collections.shuffle(round, random);
            }
            order.addAll(round);
        }
    }

    /** The trials from one to another, both counted from 0. */
    List<PlannedTrial> trials(int from, int to) {
        return order.subList(from, to).stream()
                .map(each -> new PlannedTrial(Role.COMPARE, each, measure))
                .toList();
    }

    /** Returns how long such trials take after the one before them. */
    Duration length(int from, int to) {
        Duration length = cost.of(to - from);
        for (int i = from; i < to; i++) {
            if (!order.get(i).equals(i == 0 ? held : order.get(i - 1))) {
                length = length.plus(turn);
            }
        }
        return length;
    }
}
