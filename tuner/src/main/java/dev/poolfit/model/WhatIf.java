package dev.poolfit.model;

import java.util.OptionalInt;

/**
 * A change to the service or its load that a prediction supposes.
 *
 * @param hold of the time that a request holds its connection, by its delay first, then its database CPU
 * @param serviceCpu of the service's CPU a request
 * @param databaseCpu of the database's CPU a request
 * @param users another number of users
 */
public record WhatIf(Adjustment hold, Adjustment serviceCpu, Adjustment databaseCpu, OptionalInt users) {
    public static final WhatIf NOTHING =
            new WhatIf(Adjustment.NONE, Adjustment.NONE, Adjustment.NONE, OptionalInt.empty());

    /**
     * Value × factor + seconds.
     *
     * @param factor such as 0.8 for 20 % less; at least 0
     * @param seconds such as -0.25 for 250 ms less
     */
    public record Adjustment(double factor, double seconds) {
        public static final Adjustment NONE = new Adjustment(1, 0);

        public Adjustment {
            Checks.atLeast("factor", 0, factor);
            Checks.within("seconds", -1e6, 1e6, seconds);
        }

        public double apply(double value) {
            return value * factor + seconds;
        }
    }
}
