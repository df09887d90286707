/** Shows a run: terminal text, result.json, the settings to paste, the report that opens in a browser. */
@NullMarked
package dev.poolfit.report;

import org.jspecify.annotations.NullMarked;
