/** What the tests of all rooms share: trials made by hand, patience, temporary files, and what is shown of a failure. */
@org.jspecify.annotations.NullMarked
package dev.poolfit.testing;
