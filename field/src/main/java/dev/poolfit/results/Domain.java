package dev.poolfit.results;

import java.util.OptionalDouble;

/** Bounds a number in a file of results. */
enum Domain {
    COUNT("a whole number from 1 to 10000") {
        @Override
        boolean holds(double value) {
            return value >= 1 && value <= 10_000 && value == Math.rint(value);
        }
    },
    USERS("a number from 1 to 100000") {
        @Override
        boolean holds(double value) {
            return value >= 1 && value <= 100_000;
        }
    },
    USERS_NOW("a number of users from 0 to 100000") {
        @Override
        boolean holds(double value) {
            return value >= 0 && value <= 100_000;
        }
    },
    RATE("a rate a second from 0.001 to 10000000") {
        @Override
        boolean holds(double value) {
            return value >= 0.001 && value <= 10_000_000;
        }
    },
    RATE_NOW("a rate a second from 0 to 10000000") {
        @Override
        boolean holds(double value) {
            return value >= 0 && value <= 10_000_000;
        }
    },
    /** A time that somebody waited. */
    MILLIS("a number of milliseconds greater than 0 and at most 86400000") {
        @Override
        boolean holds(double value) {
            return value > 0 && value <= 86_400_000;
        }
    },
    PAUSE("a number of milliseconds from 0 to 86400000") {
        @Override
        boolean holds(double value) {
            return value >= 0 && value <= 86_400_000;
        }
    },
    WHOLE_MILLIS("a whole number of milliseconds from 1 to 86400000") {
        @Override
        boolean holds(double value) {
            return value >= 1 && value <= 86_400_000 && value == Math.rint(value);
        }
    },
    POSITIVE("a number greater than 0 and at most 1e12") {
        @Override
        boolean holds(double value) {
            return value > 0 && value <= MOST;
        }
    },
    NOT_NEGATIVE("a number from 0 to 1e12") {
        @Override
        boolean holds(double value) {
            return value >= 0 && value <= MOST;
        }
    },
    INSTANT("a time stamp in numbers") {
        @Override
        boolean holds(double value) {
            return value >= 0 && value <= 1e20;
        }
    };

    private static final double MOST = 1e12;

    private final String bound;

    Domain(String bound) {
        this.bound = bound;
    }

    abstract boolean holds(double value);

    String bound() {
        return bound;
    }

    /** Reads the number that the text is, if it is one of these. */
    OptionalDouble read(String text) {
        if (!numeral(text)) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(text) + 0.0; // -0 becomes 0
            return holds(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException notOne) {
            return OptionalDouble.empty();
        }
    }

    /** Returns whether it has only digits, signs, points and exponents: Java reads {@code NaN} and {@code 1d}, too. */
    static boolean numeral(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
