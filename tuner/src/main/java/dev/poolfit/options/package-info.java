/** Reads options that hold a small language of their own, such as {@code --at pool=15,20,30..100:10}. */
@NullMarked
package dev.poolfit.options;

import org.jspecify.annotations.NullMarked;
