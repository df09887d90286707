/** A program of Poolfit's beside a service that is in a container, in a pod or on another machine, and the talk with it. */
@NullMarked
package dev.poolfit.service.helper;

import org.jspecify.annotations.NullMarked;
