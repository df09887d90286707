package dev.poolfit.verdict.knob;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.KnobResult;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of {@link KnobSearch}: how far the run has come, gone through again from its start. What was tried tells
 * that by itself, so that a run can be taken up again: trials of role COMPARE are a comparison's, all others a search's, and
 * both come in turns.
 */
final class KnobEvidence extends Evidence {
    /** One part in so many of the budget is kept for comparisons at most. */
    static final int MOST_RESERVED = 2;
    /** Once open-in-view was turned, one part in so many of the budget is kept from the search that follows. */
    static final int AFTER_A_TURN = 6;

    private enum Stage {
        FIRST_SEARCH,
        COMPARISON,
        SEARCH_AFTER_A_TURN,
        LAST_SEARCH,
        END
    }

    /** The stage of the run, and what it wants there. */
    private record Wanted(Stage stage, Move move) {}

    private final KnobSearch.PoolSearch poolSearch;
    private final Optional<Instant> started;
    private final Map<List<Object>, Conclusion> concluded;
    private final List<Reason> reasons = new ArrayList<>();
    private final List<KnobResult> results = new ArrayList<>();
    private final List<KnobConclusion.Searched> searches = new ArrayList<>();
    private OtherKnobs others;
    private Settings answer;
    /** The number of trials that have been gone through. */
    private int cursor;

    private final @Nullable Wanted wanted;

    /**
     * @param started when the run began to start the service; empty where it was not this run that did
     * @param concluded conclusions of searches of trials that are all there
     */
    KnobEvidence(
            SearchProblem problem,
            List<Trial> trials,
            Duration left,
            KnobSearch.PoolSearch poolSearch,
            Optional<Instant> started,
            Map<List<Object>, Conclusion> concluded) {
        super(problem, trials, left);
        this.poolSearch = poolSearch;
        this.started = started;
        this.concluded = concluded;
        others = OtherKnobs.first(problem.space(), problem.found());
        answer = OtherKnobs.core(problem.found());
        wanted = begun() ? wanted() : null;
    }

    /** Pool and threads, with the other knobs as they were found; the time of the first looks is kept. */
    Optional<Move> firstSearch() {
        return at(Stage.FIRST_SEARCH);
    }

    /** Open-in-view was turned, and other knobs are to be compared at the answer that this leads to. */
    Optional<Move> searchAfterATurn() {
        return at(Stage.SEARCH_AFTER_A_TURN);
    }

    /** The values of a knob at the answer so far. */
    Optional<Move> comparison() {
        return at(Stage.COMPARISON);
    }

    /** A knob was turned that may change the answer, or pool and threads are not decided. */
    Optional<Move> lastSearch() {
        return at(Stage.LAST_SEARCH);
    }

    Optional<Move> verdict() {
        return at(Stage.END);
    }

    private Optional<Move> at(Stage stage) {
        return Optional.ofNullable(wanted).filter(each -> each.stage() == stage).map(Wanted::move);
    }

    private Wanted wanted() {
        Optional<Wanted> next = search(Stage.FIRST_SEARCH, reserved());
        List<Knob> knobs = KnobPlan.order(problem().space());
        boolean stale = false;
        for (int i = 0; next.isEmpty() && searches.get(0).answered() && i < knobs.size(); i++) {
            OtherKnobs before = others;
            next = compare(knobs.get(i), knobs.subList(i + 1, knobs.size()));
            boolean turned = !others.equals(before);
            stale |= turned
                    && (knobs.get(i) == Knob.OPEN_IN_VIEW || !problem().goal().maximal());
            boolean first = turned && knobs.get(i) == Knob.OPEN_IN_VIEW;
            if (next.isEmpty() && first && i < knobs.size() - 1) {
                next = search(Stage.SEARCH_AFTER_A_TURN, problem().budget().dividedBy(AFTER_A_TURN));
                stale = false;
            }
        }
        if (next.isEmpty() && (stale || unfinished() || lastSearched().smallestOpen())) {
            next = search(Stage.LAST_SEARCH, Duration.ZERO);
        }
        return next.orElseGet(() -> new Wanted(Stage.END, new Move.Say(conclusion())));
    }

    /** The rules that ended the last search come after this table's own. */
    private Conclusion conclusion() {
        return new KnobConclusion(problem(), trials(), searches, others.at(answer), reasons, results)
                .write()
                .after(lastSearched().trace());
    }

    private Conclusion lastSearched() {
        return searches.get(searches.size() - 1).conclusion();
    }

    private boolean unfinished() {
        return lastSearched().outcome() != Outcome.RECOMMENDED;
    }

    /**
     * Searches pool and threads from the answer so far on.
     *
     * @return what it wants to try; empty where it has ended
     */
    private Optional<Wanted> search(Stage stage, Duration reserved) {
        while (cursor < trials().size() && trials().get(cursor).role() != Role.COMPARE) {
            cursor++;
        }
        List<Trial> own = others.of(trials().subList(0, cursor), answer);
        Duration may =
                cursor < trials().size() || left().compareTo(reserved) < 0 ? Duration.ZERO : left().minus(reserved);
        List<Object> key = List.of(others, answer, own);
        Conclusion known = concluded.get(key);
        if (known == null) {
            Decision decision =
                    poolSearch.of(problem().about(answer), others.values()).next(own, may);
            if (decision instanceof TryNext next) {
                return Optional.of(new Wanted(stage, new Move.Say(new TryNext(others.at(next.plan()), next.trace()))));
            }
            known = (Conclusion) decision;
            concluded.put(key, known);
        }
        var searched = new KnobConclusion.Searched(others, known);
        if (searches.isEmpty() || known.outcome() == Outcome.RECOMMENDED || unfinished()) {
            searches.add(searched);
            known.recommended().ifPresent(each -> answer = each.settings());
        } else {
            reasons.add(new KnobReason.NotSearched(others.values()));
        }
        return Optional.empty();
    }

    /**
     * Compares the values of a knob at the answer, and turns it where another is better; looks a second time only
     * where pool and threads are decided and the budget then still carries a first look at each of the others.
     */
    private Optional<Wanted> compare(Knob knob, List<Knob> later) {
        List<Settings> values = values(knob);
        if (values.size() < 2) {
            return Optional.empty();
        }
        var plan = new KnobPlan(problem(), knob, values, restart());
        Duration first = firstLooks(later);
        int done = 0;
        for (int look : KnobPlan.LOOKS) {
            int due = look * values.size();
            int run = run(values, knob, done, due);
            Duration needed = plan.length(run, due).plus(done == 0 ? Duration.ZERO : first);
            boolean wants = done == 0 || !unfinished();
            if (run < due && wants && left().compareTo(needed) >= 0) {
                return tried(new TrialPlan(plan.trials(run, due)), needed)
                        .map(move -> new Wanted(Stage.COMPARISON, move));
            }
            if (run == done && done == 0) {
                Settings held = values.get(0).only(knob);
                reasons.add(new KnobReason.Kept(knob, held, tens(plan.length(0, due))));
                results.add(new KnobResult(knob, OtherKnobs.core(answer), held, held, List.of()));
                return Optional.empty();
            }
            cursor += run - done;
            done = run;
            var comparison = comparison(knob, values, done);
            if (run < due || !comparison.open()) {
                break;
            }
        }
        var comparison = comparison(knob, values, done);
        reasons.addAll(comparison.reasons());
        results.add(comparison.result());
        others = others.with(comparison.winner().only(knob));
        return Optional.empty();
    }

    /** Returns what first looks take, of the knobs that half of the budget pays for. */
    private Duration reserved() {
        Duration most = problem().budget().dividedBy(MOST_RESERVED);
        Duration looks = Duration.ZERO;
        for (Knob knob : KnobPlan.order(problem().space())) {
            Duration more = looks.plus(firstLook(knob));
            looks = more.compareTo(most) > 0 ? looks : more;
        }
        return looks;
    }

    /** Returns what it took until the first trial: to start the service, and to warm it up. */
    private Duration restart() {
        return started.flatMap(begin -> trials().stream()
                        .filter(trial -> trial.role() == Role.BASELINE)
                        .findFirst()
                        .map(first -> Duration.between(begin, first.started())))
                .filter(taken -> taken.compareTo(KnobPlan.RESTART) > 0)
                .orElse(KnobPlan.RESTART);
    }

    private Duration firstLooks(List<Knob> knobs) {
        return knobs.stream().map(this::firstLook).reduce(Duration.ZERO, Duration::plus);
    }

    private Duration firstLook(Knob knob) {
        List<Settings> values = problem().space().choices().getOrDefault(knob, List.of()).stream()
                .map(value -> others.with(value).at(answer))
                .distinct()
                .toList();
        return new KnobPlan(problem(), knob, values, restart()).length(0, KnobPlan.LOOKS.get(0) * values.size());
    }

    private static Duration tens(Duration length) {
        return Duration.ofSeconds((length.toSeconds() + 10) / 10 * 10);
    }

    private KnobComparison comparison(Knob knob, List<Settings> values, int done) {
        List<Trial> judged =
                KnobConclusion.judged(trials().subList(0, cursor), searches).trials();
        return new KnobComparison(problem(), knob, values, judged.subList(cursor - done, cursor), judged);
    }

    /** Returns what is compared, the value that holds first; a value that means nothing at this answer is left out. */
    private List<Settings> values(Knob knob) {
        var values = new ArrayList<>(List.of(others.at(answer)));
        var most = OtherKnobs.most(knob, answer);
        for (Settings value : problem().space().choices().getOrDefault(knob, List.of())) {
            if (most.isPresent() && value.number(knob) > most.getAsInt()) {
                reasons.add(new KnobReason.NoEffect(value, answer));
            } else if (!values.get(0).agree(knob, value)) {
                values.add(others.with(value).at(answer));
            }
        }
        return values;
    }

    /**
     * Returns how many trials of this comparison have run; none where they are the next one's, which begins with the same
     * settings.
     */
    private int run(List<Settings> values, Knob knob, int done, int due) {
        int end = cursor;
        while (end < trials().size()
                && end - cursor < due - done
                && trials().get(end).role() == Role.COMPARE
                && values.contains(trials().get(end).settings())) {
            end++;
        }
        boolean begun = trials().subList(cursor, end).stream()
                .anyMatch(trial -> !trial.settings().agree(knob, values.get(0)));
        return begun || end == trials().size() ? done + end - cursor : done;
    }
}
