package dev.poolfit.units;

/** Says that a text or a number is not a quantity of the wanted kind: the bound that it breaks and its value. */
public final class BadQuantity extends IllegalArgumentException {
    private static final int LONGEST_ACTUAL = 300;

    private final String bound;

    /**
     * @param bound the bound, such as {@code "a rate such as 150/s, greater than 0"}
     * @param actual the value as it was given; of a long one the beginning is told
     */
    public BadQuantity(String bound, Object actual) {
        super("must be " + bound + ", but is " + PlainText.shortened(String.valueOf(actual), LONGEST_ACTUAL));
        this.bound = bound;
    }

    /** Returns the bound that the value breaks. */
    public String bound() {
        return bound;
    }
}
