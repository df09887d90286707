/** Plants one fault in a service, and judges what {@code diagnose} says of it. */
package dev.poolfit.benchmarks.faults;
