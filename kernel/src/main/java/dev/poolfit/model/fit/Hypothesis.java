package dev.poolfit.model.fit;

/**
 * The choices of a model that are not numbers on a scale; each is fitted, and the evidence weighs them.
 *
 * @param serviceCores cores of the service
 * @param databaseCores cores of the database
 * @param openInView whether a request holds its connection throughout
 * @param sharedCores whether the database works on the service's cores, as on one machine; databaseCores count nothing then
 * @param acquisitions connections a request takes, one after another
 * @param requestsPerCount the requests made for one that the rate counts
 */
record Hypothesis(
        double serviceCores,
        int databaseCores,
        boolean openInView,
        boolean sharedCores,
        int acquisitions,
        int requestsPerCount) {}
