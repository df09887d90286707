package dev.poolfit.experiment;

/**
 * A password or token that never prints itself.
 *
 * @param value the secret; use it where it is handed over and nowhere else
 */
public record Secret(String value) {
    @Override
    public String toString() {
        return "******";
    }
}
