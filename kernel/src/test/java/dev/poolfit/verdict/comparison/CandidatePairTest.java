package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CandidatePairTest {
    private static CandidatePair of(int lower, int upper, double blocks) {
        return new CandidatePair(lower, upper, blocks, blocks, false);
    }

    /** Each takes about as long as the next, and the last far longer than the first. */
    @Test
    void the_choice_does_not_depend_on_the_order() {
        CandidatePair shortest = of(9, 10, 10);
        CandidatePair smaller = of(7, 8, 12);
        CandidatePair longer = of(5, 6, 14);
        CandidatePair longest = new CandidatePair(3, 4, 17, 17, true);
        var candidates = new ArrayList<>(List.of(shortest, smaller, longer, longest));
        var random = new Random(1);
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(candidates, random);

            assertThat(CandidatePair.soonest(candidates)).contains(smaller);
            assertThat(CandidatePair.smallest(candidates)).contains(longest);
        }
    }

    @Test
    void of_those_that_take_about_as_long_one_that_was_begun_goes_on() {
        CandidatePair begun = new CandidatePair(9, 10, 12, 12, true);

        assertThat(CandidatePair.soonest(List.of(of(5, 6, 10), begun))).contains(begun);
        assertThat(CandidatePair.soonest(List.of(of(5, 6, 9), begun))).contains(of(5, 6, 9));
    }

    @Test
    void a_lower_value_farther_from_the_line_or_else_the_larger_one_tells_sooner() {
        CandidatePair far = new CandidatePair(3, 10, 5, 10, false);
        CandidatePair near = new CandidatePair(5, 10, 8, 10, false);

        assertThat(CandidatePair.soonest(List.of(near, far))).contains(far);
        assertThat(CandidatePair.soonest(List.of(of(3, 10, 8), of(5, 10, 8)))).contains(of(5, 10, 8));
        assertThat(CandidatePair.smallest(List.of(far, near))).contains(near);
    }

    @Test
    void without_candidates_there_is_no_choice() {
        assertThat(CandidatePair.soonest(List.of())).isEmpty();
        assertThat(CandidatePair.smallest(List.of())).isEmpty();
    }
}
