package dev.poolfit.model.solver;

/**
 * The steady state that a solver finds.
 *
 * @param throughput requests a second
 * @param active mean connections in use
 * @param pending mean threads that wait for a connection
 * @param busy mean worker threads that have a request
 * @param response mean seconds from a request's arrival to its answer, Tomcat's queue included; infinite where
 *     requests come faster than they are served
 * @param serviceCpu mean cores of the service in use
 * @param databaseCpu mean cores of the database in use, contention included
 */
public record Solution(
        double throughput,
        double active,
        double pending,
        double busy,
        double response,
        double serviceCpu,
        double databaseCpu) {}
