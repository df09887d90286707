package dev.poolfit.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whatever a stranger says, it is one line of bounded length. */
class OneLineTest {
    @Test
    void lineFeedsAndWhatMovesTheCursorAreTakenOut() {
        assertThat(OneLine.of("first\r\nsecond\u0085third\u2028fourth \u001b[2Jfifth\u202e\0\n"))
                .isEqualTo("first  second third fourth  [2Jfifth");
    }

    @Test
    void aLongTextIsCutBetweenTwoCharacters() {
        String line = OneLine.of("가".repeat(OneLine.LONGEST - 2) + "😀".repeat(100_000));

        assertThat(line)
                .hasSizeLessThanOrEqualTo(OneLine.LONGEST)
                .startsWith("가가")
                .endsWith("가…");
        assertThat(OneLine.of("x".repeat(OneLine.LONGEST))).isEqualTo("x".repeat(OneLine.LONGEST));
    }

    @Test
    void nothingToSayIsSaid() {
        assertThat(OneLine.of(null)).isEqualTo("no reason was given");
    }
}
