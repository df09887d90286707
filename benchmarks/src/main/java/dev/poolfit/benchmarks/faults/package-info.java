/** Services with one planted fault each, and what {@code diagnose} says of them. */
package dev.poolfit.benchmarks.faults;
