package dev.poolfit.model.fit;

import dev.poolfit.model.Checks;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.units.BadQuantity;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * A change to the service or its load that a prediction supposes.
 *
 * @param hold the change of the time that a request holds its connection
 * @param serviceCpu the change of the service's CPU a request
 * @param databaseCpu the change of the database's CPU a request
 * @param users another number of users
 */
public record WhatIf(Adjustment hold, Adjustment serviceCpu, Adjustment databaseCpu, OptionalInt users) {
    public static final WhatIf NOTHING =
            new WhatIf(Adjustment.NONE, Adjustment.NONE, Adjustment.NONE, OptionalInt.empty());

    /**
     * A change of a time: value × factor + seconds.
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

    /**
     * Refuses what no service can become.
     *
     * @throws BadQuantity if more is taken from a demand than there is of it
     */
    void refuseImpossible(Demand demand) {
        refuse("hold", held(demand), hold);
        refuse("service CPU", demand.serviceCpu(), serviceCpu);
        refuse("database CPU", demand.databaseCpu(), databaseCpu);
    }

    private static void refuse(String what, double seconds, Adjustment adjustment) {
        if (adjustment.apply(seconds) < 0) {
            throw new BadQuantity(
                    String.format(
                            Locale.ROOT,
                            "at least -%.1f ms, which takes away all of the fitted %s",
                            1000 * seconds,
                            what),
                    String.format(Locale.ROOT, "%.1f ms", 1000 * adjustment.seconds()));
        }
    }

    /**
     * Returns the model with the changes made: what is taken from the hold is taken from its delay first, then from the
     * database's CPU, then from the service's; of what has too little none is left.
     */
    ServiceModel appliedTo(ServiceModel model) {
        Demand demand = model.demand();
        double inside = held(demand);
        double less = inside - Math.max(0, hold.apply(inside));
        double delay = Math.max(0, demand.delay() - less);
        less -= demand.delay() - delay;
        double database = Math.max(0, demand.databaseCpu() - Math.max(0, less));
        less -= demand.databaseCpu() - database;
        double held = Math.max(0, demand.cpuHeld() - Math.max(0, less));
        double service =
                Math.max(0, serviceCpu.apply(demand.cpuOutside() + held)) / Math.max(1e-12, demand.cpuOutside() + held);
        return model.withDemand(new Demand(
                Math.max(1e-9, demand.cpuOutside() * service),
                held * service,
                Math.max(0, databaseCpu.apply(database)),
                delay,
                demand.acquisitions(),
                demand.openInView()));
    }

    private static double held(Demand demand) {
        return demand.cpuHeld() + demand.databaseCpu() + demand.delay();
    }
}
