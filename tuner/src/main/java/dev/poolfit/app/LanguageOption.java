package dev.poolfit.app;

import dev.poolfit.report.Language;
import picocli.CommandLine.Option;

/** The language of what people read: verdict, progress, report and settings. */
final class LanguageOption {
    @Option(
            names = "--lang",
            paramLabel = "LANG",
            description = "Language of verdict and report: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Language language = Language.EN;

    Language language() {
        return language;
    }
}
