/** The goals of the Maven plugin: each is a command of the program. */
@NullMarked
package dev.poolfit.maven;

import org.jspecify.annotations.NullMarked;
