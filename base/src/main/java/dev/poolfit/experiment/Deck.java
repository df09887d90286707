package dev.poolfit.experiment;

import java.util.random.RandomGenerator;

/**
 * Deals cards in random order; once all are dealt they are shuffled anew (Durstenfeld, <i>Algorithm 235</i>, CACM 7(7), 1964). Any
 * stretch has nearly the same cards.
 */
public final class Deck {
    private final int[] cards;
    private int dealt;

    /** @param cards at least one */
    public Deck(int[] cards) {
        this.cards = cards.clone();
    }

    public int deal(RandomGenerator random) {
        int at = dealt % cards.length;
        int drawn = at + random.nextInt(cards.length - at);
        int card = cards[drawn];
        cards[drawn] = cards[at];
        cards[at] = card;
        dealt = at + 1;
        return card;
    }
}
