/** Gets hold of the service, changes its settings while it runs, and reads what it and its surroundings do. */
@NullMarked
package dev.poolfit.service;

import org.jspecify.annotations.NullMarked;
