@NullMarked
package dev.poolfit.database;

import org.jspecify.annotations.NullMarked;
