package dev.poolfit.studies;

import dev.poolfit.units.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The studies that the demo service can run: what a team asked, and under which load it looked for the answer. */
public enum Study {
    STOCK(Durability.RELAXED),
    BOARD(Durability.RELAXED),
    STUDIES(Durability.RELAXED),
    SOLUTIONS(Durability.RELAXED),
    POSTS(Durability.ON_DISK);

    private final Durability durability;

    Study(Durability durability) {
        this.durability = durability;
    }

    /** Returns the name on the command line, which is also the service's Spring profile. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the question that it answers. */
    public Message question() {
        return Message.of(this);
    }

    /** Returns the load that the team put on its service; the experiment file has what takes its place here. */
    public Message load() {
        return Message.of("study-load." + id());
    }

    /** Returns the durability that the study needs of its database. */
    public Durability durability() {
        return durability;
    }

    /**
     * Returns the experiment file of the study, which stands among the examples; the environment gives <code>DEMO_JAR</code>,
     * <code>DEMO_FOLDER</code>, <code>PORT</code>, <code>MANAGEMENT_PORT</code>, <code>DB_URL</code>, <code>DB_USER</code> and
     * <code>DB_PASSWORD</code>.
     */
    public String experiment() throws IOException {
        return text(id() + ".yaml");
    }

    /** Returns the experiment file of the study once the team has mended what it found, where {@link #mends()}. */
    public String mendedExperiment() throws IOException {
        return text(id() + "-fixed.yaml");
    }

    /** Returns whether the study goes on with a service that is mended. */
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
