package dev.poolfit.options;

import dev.poolfit.report.Language;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for the language of verdict, progress, report and settings to paste. */
public final class LanguageOption {
    @Option(
            names = "--lang",
            paramLabel = "LANG",
            converter = Reader.class,
            description = "Language of verdict and report: en or ko (default: ${DEFAULT-VALUE}).")
    private Language language = Language.EN;

    /** Returns the language that was asked for. */
    public Language language() {
        return language;
    }

    static final class Reader implements ITypeConverter<Language> {
        private static final List<Language> ALL = List.of(Language.values());

        @Override
        public Language convert(String text) {
            return ALL.stream()
                    .filter(each -> each.tag().equalsIgnoreCase(text.strip()))
                    .findFirst()
                    .orElseThrow(
                            () -> new TypeConversionException("expected one of " + ALL + " but was '" + text + "'"));
        }
    }
}
