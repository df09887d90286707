package dev.poolfit.model;

import dev.poolfit.units.BadQuantity;
import java.util.Locale;

/** What a {@link WhatIf} makes of a fitted model. */
final class Supposition {
    private Supposition() {}

    /**
     * @throws BadQuantity if more is taken from a demand than there is of it
     */
    static void refuseImpossible(Demand demand, WhatIf change) {
        double inside = demand.cpuHeld() + demand.databaseCpu() + demand.delay();
        refuse("hold", inside, change.hold());
        refuse("service CPU", demand.serviceCpu(), change.serviceCpu());
        refuse("database CPU", demand.databaseCpu(), change.databaseCpu());
    }

    private static void refuse(String what, double seconds, WhatIf.Adjustment adjustment) {
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
     * The model with the changes made: what is taken from the hold is taken from its delay first, then from the
     * database's CPU, then from the service's; of what has too little none is left.
     */
    static ServiceModel model(ServiceModel model, WhatIf change) {
        Demand demand = model.demand();
        double inside = demand.cpuHeld() + demand.databaseCpu() + demand.delay();
        double less = inside - Math.max(0, change.hold().apply(inside));
        double delay = Math.max(0, demand.delay() - less);
        less -= demand.delay() - delay;
        double database = Math.max(0, demand.databaseCpu() - Math.max(0, less));
        less -= demand.databaseCpu() - database;
        double held = Math.max(0, demand.cpuHeld() - Math.max(0, less));
        double service = Math.max(0, change.serviceCpu().apply(demand.cpuOutside() + held))
                / Math.max(1e-12, demand.cpuOutside() + held);
        return model.withDemand(new Demand(
                Math.max(1e-9, demand.cpuOutside() * service),
                held * service,
                Math.max(0, change.databaseCpu().apply(database)),
                delay,
                demand.acquisitions(),
                demand.openInView()));
    }
}
