package dev.poolfit.verdict.live;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.verdict.live.LiveStep.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sizes that are tried one after another, from today's down: never one below a size that was too small, and none that the replay
 * expects to break a guard. It follows from what was measured alone.
 */
public final class LiveDescent {
    /** The chance that the run claims anything wrong. */
    public static final double ALPHA = 0.05;
    /** The part of it for what today's size says of itself. */
    private static final double OWN = 0.01;

    private static final int MOST_FORGIVEN = 2;

    private final LiveQuestion question;
    private final List<LiveRound> rounds;
    private final List<LiveStep> steps;

    /** @param rounds in the order in which they were measured */
    public LiveDescent(LiveQuestion question, List<LiveRound> rounds) {
        this.question = question;
        // What took turns with another size than today's, before a run was taken up, says nothing.
        this.rounds =
                rounds.stream().filter(each -> each.today() == question.today()).toList();
        steps = steps();
    }

    private List<LiveStep> steps() {
        List<Integer> sizes = rounds.stream().map(LiveRound::size).distinct().toList();
        var all = new ArrayList<LiveStep>();
        for (int i = 0; i < sizes.size(); i++) {
            // All steps together keep to the level: 1/(1·2) + 1/(2·3) + … = 1.
            all.add(step(sizes.get(i), (ALPHA - OWN) / ((i + 1) * (i + 2))));
        }
        return all;
    }

    private LiveStep step(int size, double alpha) {
        List<LiveRound> own =
                rounds.stream().filter(each -> each.size() == size).toList();
        LiveComparison comparison = LiveComparison.of(blocks(own.stream().filter(each -> !each.longer())), alpha / 2);
        LiveComparison longer = LiveComparison.of(blocks(own.stream().filter(LiveRound::longer)), alpha / 2);
        // What all sizes together have cost ends the run, and says nothing of the one whose turn it was.
        List<GuardBreak> breaks = own.stream()
                .flatMap(each -> each.broken().stream())
                .filter(each -> each.guard() != GuardBreak.Guard.COST)
                .toList();
        Optional<GuardBreak> broken = isOut(breaks, own) ? breaks.stream().findFirst() : Optional.empty();
        Result result = Result.OPEN;
        if (broken.isPresent()) {
            result = Result.BROKE_GUARD;
        } else if (worse(comparison) || worse(longer)) {
            result = Result.WORSE;
        } else if (breaks.isEmpty() && notWorse(comparison) && comparison.seconds() >= question.shortestSeconds()) {
            result = unconfirmed(longer) ? Result.UNCONFIRMED : Result.NOT_WORSE;
        }
        return new LiveStep(size, comparison, longer, broken, broken.isEmpty() && !breaks.isEmpty(), result);
    }

    /**
     * Today's size has two of three turns: waits that break a guard there as often have another cause than the size. Who has seen it a few
     * times has seen enough. But the rounds that are left are those without such waits, and show nothing good of a size.
     */
    private static boolean isOut(List<GuardBreak> breaks, List<LiveRound> own) {
        boolean sure = breaks.stream()
                .anyMatch(each -> each.guard() == GuardBreak.Guard.TIMEOUTS || each.guard() == GuardBreak.Guard.ERRORS);
        int unlimited = own.stream().mapToInt(LiveRound::unlimited).sum();
        return sure || 2 * breaks.size() > Math.min(unlimited, 2 * MOST_FORGIVEN);
    }

    /** Returns how many times a guard would have broken at today's size. */
    public int unlimited() {
        return rounds.stream().mapToInt(LiveRound::unlimited).sum();
    }

    private static List<LiveBlock> blocks(Stream<LiveRound> some) {
        return some.flatMap(each -> each.blocks().stream()).toList();
    }

    private boolean worse(LiveComparison comparison) {
        return comparison.worse(question.margin(), LiveQuestion.LATE);
    }

    /** Longer turns had the time for one size, and do not say what short ones say. */
    private boolean unconfirmed(LiveComparison longer) {
        return longer.sawEnough()
                && longer.seconds() >= question.stepSeconds()
                && !longer.leansNotWorse(question.margin(), LiveQuestion.LATE);
    }

    /** Holds or a rate that differ alone have another cause: a smaller pool acts by its waits. */
    private boolean byWaits(LiveComparison comparison) {
        return comparison.worseByWaits(question.margin(), LiveQuestion.LATE);
    }

    private boolean notWorse(LiveComparison comparison) {
        return comparison.notWorse(question.margin(), LiveQuestion.LATE);
    }

    /** Returns the sizes that were tried, in their order. */
    public List<LiveStep> tried() {
        return steps;
    }

    /** Returns the smallest size that was shown to be enough; today's where none was. */
    public int enough() {
        return steps.stream()
                .filter(each -> each.result() == Result.NOT_WORSE
                        && each.size() > tooSmall()
                        && each.size() >= question.leastSafe())
                .mapToInt(LiveStep::size)
                .min()
                .orElse(question.today());
    }

    /** Returns the largest size that was shown to be too small; 0 where none was. */
    public int tooSmall() {
        return steps.stream()
                .filter(LiveStep::tooSmall)
                .mapToInt(LiveStep::size)
                .max()
                .orElse(0);
    }

    /**
     * Returns the largest size of which nothing could be shown in the time for one, or can be shown any more, above those that are too
     * small.
     */
    private int open() {
        return steps.stream()
                .filter(each -> each.result() == Result.UNCONFIRMED
                        || each.result() == Result.OPEN
                                && (each.forgiven() || each.comparison().seconds() >= question.stepSeconds()))
                .filter(each -> each.size() < enough())
                .mapToInt(LiveStep::size)
                .max()
                .orElse(0);
    }

    /** Returns what is tried next; empty once there is nothing left to try. */
    public Optional<LiveTurn> next() {
        if (costly()) {
            return Optional.empty();
        }
        int enough = enough();
        int below = Math.max(tooSmall(), open());
        int least = Math.max(question.leastSafe(), below + 1);
        if (enough - 1 < least) {
            return confirmation(enough);
        }
        return Optional.of(new LiveTurn(begun(least, enough).orElseGet(() -> fresh(least, enough, below)), false));
    }

    private Optional<Integer> begun(int least, int enough) {
        return steps.stream()
                .filter(each -> each.result() == Result.OPEN && each.size() >= least && each.size() < enough)
                .map(LiveStep::size)
                .findFirst();
    }

    private int fresh(int least, int enough, int below) {
        if (enough > question.enough() && below < question.enough()) {
            return Math.max(least, Math.max(question.enough(), (enough + 1) / 2));
        }
        if (below > 0) {
            return Math.max(least, (below + enough) / 2);
        }
        // It took fewer than the replay expected: on by ever larger steps.
        return Math.max(least, enough - Math.max(1, question.enough() - enough));
    }

    private Optional<LiveTurn> confirmation(int enough) {
        return steps.stream()
                .filter(each -> each.size() == enough
                        && each.result() == Result.NOT_WORSE
                        && !each.longer().leansNotWorse(question.margin(), LiveQuestion.LATE))
                .filter(each -> each.longer().seconds() < question.stepSeconds())
                .map(each -> new LiveTurn(enough, true))
                .findFirst();
    }

    /** Returns whether the run has cost what it may. */
    public boolean costly() {
        return rounds.stream()
                .flatMap(each -> each.broken().stream())
                .anyMatch(each -> each.guard() == GuardBreak.Guard.COST);
    }

    /** Compares today's size with itself, over the whole run: a difference comes from how it was measured. */
    public LiveComparison again() {
        return LiveComparison.again(blocks(rounds.stream()), OWN);
    }

    /** Returns whether today's size differs from itself. */
    public boolean differsFromItself() {
        LiveComparison again = again();
        return again.hold().against(1) != Interval.Side.OPEN
                || again.rate().against(1) != Interval.Side.OPEN
                || again.extra().against(0) != Interval.Side.OPEN;
    }

    /** Returns why nothing below {@link #enough} was recommended. */
    public Below below() {
        int smaller = enough() - 1;
        Optional<LiveStep> step =
                steps.stream().filter(each -> each.size() == smaller).findFirst();
        if (step.filter(LiveStep::tooSmall).isPresent()) {
            if (step.get().result() == Result.BROKE_GUARD) {
                return Below.BROKE_GUARD;
            }
            return byWaits(step.get().comparison()) || byWaits(step.get().longer()) ? Below.WORSE : Below.OPEN;
        }
        if (smaller < question.least()) {
            return Below.LEAST;
        }
        if (smaller < question.leastSafe()) {
            return Below.UNSAFE;
        }
        return Below.OPEN;
    }

    /** Why no smaller size is recommended. */
    public enum Below {
        WORSE,
        BROKE_GUARD,
        /** The replay expects it to break a guard. */
        UNSAFE,
        /** It is below what may be tried. */
        LEAST,
        /** It was not shown. */
        OPEN
    }

    /**
     * Returns whether a size is recommended: one that is smaller than today's, or today's where a smaller one was shown to be worse. A guard that
     * broke ends a size, and shows nothing: what broke it may have another cause.
     */
    public boolean decided() {
        return !differsFromItself() && (enough() < question.today() || below() == Below.WORSE);
    }

    /** Returns whether longer turns have looked at the answer, too. */
    public boolean confirmed() {
        return steps.stream()
                .filter(each -> each.size() == enough())
                .allMatch(each -> each.longer().leansNotWorse(question.margin(), LiveQuestion.LATE));
    }

    /** Returns about how many more seconds the present size takes until it is decided; empty where nobody can tell. */
    public Optional<Double> secondsLeft() {
        return next().flatMap(turn -> steps.stream()
                .filter(each -> each.size() == turn.size())
                .map(LiveStep::comparison)
                .filter(each -> each.blocks() > 0)
                .map(each -> each.seconds() * (each.times(question.margin(), LiveQuestion.LATE) - 1))
                .findFirst());
    }
}
