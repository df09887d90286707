package dev.poolfit.benchmarks.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Judges the answer of a run.
 *
 * @param wrong each check that failed, with its figures; empty where the answer is right
 */
record Judgement(Law law, int run, String answer, List<String> wrong) {
    static final String HEAD =
            "| law | run | answer | right pools | its true rate | wanted | first finding | trials | in all s | wrong |\n"
                    + "|---|---|---|---|---|---|---|---|---|---|";

    Judgement {
        wrong = List.copyOf(wrong);
    }

    boolean right() {
        return wrong.isEmpty();
    }

    /** Returns a run that ended without an answer. */
    static Judgement none(Law law, int run, String why) {
        return new Judgement(law, run, "| " + law.id() + " | " + run + " | none | | | | | | ", List.of(why));
    }

    static Judgement of(TrueCurve truth, Law law, int run, JsonNode result) {
        var wrong = new ArrayList<String>();
        String outcome = result.path("outcome").asString();
        String due = truth.reachable() ? "recommended" : "unreachable";
        boolean recommended = outcome.equals("recommended");
        if (!outcome.equals(due)) {
            wrong.add("outcome: " + outcome + ", not " + due);
        }
        JsonNode shown = result.path(recommended ? "recommendation" : "nearest");
        int pool = shown.path("settings").path("pool").asInt(Law.POOL);
        if (recommended && truth.reachable()) {
            judge(truth, pool, wrong);
        }
        JsonNode findings = result.path("findings");
        String finding =
                findings.isEmpty() ? "none" : findings.path(0).path("rule").asString();
        boolean untrue = !findings.isEmpty() && !truth.bearsOut(finding, pool);
        boolean missing = !law.named.isEmpty() && !law.named.contains(finding);
        if (untrue || missing) {
            wrong.add("finding: " + finding + (missing ? ", not " + String.join(" or ", law.named) : " is untrue"));
        }
        String answer = String.format(
                Locale.ROOT,
                "| %s | %d | %s %d | %s | %.1f | %.1f | %s | %d | %.0f ",
                law.id(),
                run,
                recommended ? "pool" : outcome + ", nearest",
                pool,
                truth.reachable() ? truth.smallest() + "–" + truth.largest() : "none",
                truth.rate(pool),
                truth.wanted(),
                finding,
                result.path("trials").size(),
                result.path("totalSeconds").asDouble());
        return new Judgement(law, run, answer, wrong);
    }

    private static void judge(TrueCurve truth, int pool, List<String> wrong) {
        if (truth.rate(pool) < truth.wanted()) {
            wrong.add(String.format(
                    Locale.ROOT,
                    "rate: pool %d gives %.3f of what is wanted",
                    pool,
                    truth.rate(pool) / truth.wanted()));
        }
        if (pool > truth.largest()) {
            wrong.add("pool: " + pool + " is larger than " + truth.largest() + "; " + truth.smallest() + " is enough");
        }
    }

    boolean failed(String check) {
        return wrong.stream().anyMatch(each -> each.startsWith(check));
    }

    String line() {
        return answer + "| " + String.join("; ", wrong) + " |";
    }
}
