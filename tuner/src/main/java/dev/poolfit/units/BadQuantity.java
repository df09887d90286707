package dev.poolfit.units;

/** Says that a text or a number is not a quantity of the wanted kind: the bound that it breaks and its value. */
public final class BadQuantity extends IllegalArgumentException {
    /**
     * @param bound what the value must be, such as {@code "a rate such as 150/s, greater than 0"}
     * @param actual the value as it was given
     */
    public BadQuantity(String bound, Object actual) {
        super("must be " + bound + ", but is " + actual);
    }
}
