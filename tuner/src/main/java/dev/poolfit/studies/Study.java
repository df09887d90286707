package dev.poolfit.studies;

import dev.poolfit.units.Sentence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The studies that the demo service can run. */
public enum Study {
    STOCK,
    BOARD;

    /** Name on the command line, which is also the service's Spring profile. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it answers. */
    public Sentence question() {
        return Sentence.of(this);
    }

    /** Experiment file of the study, with placeholders for what differs between machines. */
    public String experimentTemplate() throws IOException {
        String resource = id() + ".yaml";
        try (InputStream content = Study.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new IOException("The program lacks its experiment file " + resource);
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
