/** What the tests of all rooms share: patience, temporary files, and what is shown of a failure. */
@org.jspecify.annotations.NullMarked
package dev.poolfit.testing;
