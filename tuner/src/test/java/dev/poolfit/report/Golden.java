package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.Supplier;

/** Compares an output with the file that shows it; {@code -Dgolden.write=true} writes the files anew. */
final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/dev/poolfit/report");

    private Golden() {}

    /** Makes the output in three locales and time zones, all of which must give the file. */
    static void check(String file, Supplier<String> output) throws IOException {
        Path golden = FOLDER.resolve(file);
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(golden, output.get());
        }
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            for (var place : List.of("en-US America/New_York", "ko-KR Asia/Seoul", "de-DE Europe/Berlin")) {
                Locale.setDefault(Locale.forLanguageTag(place.substring(0, 5)));
                TimeZone.setDefault(TimeZone.getTimeZone(place.substring(6)));
                assertThat(output.get()).as("%s in %s", file, place).isEqualTo(Files.readString(golden));
            }
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }
}
