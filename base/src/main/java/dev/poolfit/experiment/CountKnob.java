package dev.poolfit.experiment;

/** A knob that counts something. */
public enum CountKnob implements Knob {
    POOL("pool", "spring.datasource.hikari.maximum-pool-size", true),
    THREADS("threads", "server.tomcat.threads.max", true),
    MINIMUM_IDLE("minimum-idle", "spring.datasource.hikari.minimum-idle", true),
    MIN_SPARE("min-spare", "server.tomcat.threads.min-spare", true),
    ACCEPT_COUNT("accept-count", "server.tomcat.accept-count", false),
    MAX_CONNECTIONS("max-connections", "server.tomcat.max-connections", false);

    private final String key;
    private final String property;
    private final boolean live;

    CountKnob(String key, String property, boolean live) {
        this.key = key;
        this.property = property;
        this.live = live;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public String property() {
        return property;
    }

    @Override
    public boolean live() {
        return live;
    }

    @Override
    public long most() {
        return Integer.MAX_VALUE;
    }

    @Override
    public String text(long number) {
        return "" + number;
    }
}
