package dev.poolfit.studies;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The studies that the demo service can run: what a team asked, and under which load it looked for the answer. */
public enum Study {
    STOCK(
            "What is the smallest pool that serves 150 requests a second when each holds its connection for 50 ms?",
            "a ramp from 1 to 150 users within 160 s, no think time",
            Durability.RELAXED),
    BOARD(
            "Which pool and how many worker threads get the most out of a database that is the bottleneck?",
            "100 users, 1,000 rounds of three requests, 1 s think time",
            Durability.RELAXED),
    STUDIES(
            "How many connections and threads does a list need whose view is rendered while the connection is held?",
            "100 users, 1,000 requests each, no think time",
            Durability.RELAXED),
    SOLUTIONS(
            "Is the pool at all what keeps a filtered list from 100 requests a second?",
            "a ramp until it breaks, then a constant load of some 270 users, no think time",
            Durability.RELAXED),
    POSTS(
            "How far can a pool of 60 and 1,000 threads shrink at a service that writes and has two cores?",
            "500 users for one minute, no think time",
            Durability.ON_DISK);

    private final String question;
    private final String load;
    private final Durability durability;

    Study(String question, String load, Durability durability) {
        this.question = question;
        this.load = load;
        this.durability = durability;
    }

    /** Name on the command line, which is also the service's Spring profile. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String question() {
        return question;
    }

    /** The load that the team put on its service; the experiment file has what takes its place here. */
    public String load() {
        return load;
    }

    /** What the study needs of its database. */
    public Durability durability() {
        return durability;
    }

    /**
     * Experiment file of the study, which stands among the examples; the environment gives <code>DEMO_JAR</code>,
     * <code>PORT</code>, <code>MANAGEMENT_PORT</code>, <code>DB_URL</code>, <code>DB_USER</code> and
     * <code>DB_PASSWORD</code>.
     */
    public String experiment() throws IOException {
        return text(id() + ".yaml");
    }

    /** The same once the team has mended what it found, where {@link #mends()}. */
    public String mendedExperiment() throws IOException {
        return text(id() + "-fixed.yaml");
    }

    /** Whether the study goes on with a service that is mended. */
    public boolean mends() {
        return this == SOLUTIONS;
    }

    private static String text(String resource) throws IOException {
        try (InputStream content = Study.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new IOException("The program lacks its experiment file " + resource);
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
