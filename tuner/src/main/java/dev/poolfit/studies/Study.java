package dev.poolfit.studies;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The studies that the demo service can run. */
public enum Study {
    STOCK("What is the smallest pool that serves 150 requests a second when each holds its connection for 50 ms?"),
    BOARD("Which pool and how many worker threads get the most out of a database that is the bottleneck?");

    private final String question;

    Study(String question) {
        this.question = question;
    }

    /** Name on the command line, which is also the service's Spring profile. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String question() {
        return question;
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
