package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import java.time.Duration;

/** A knob that is a duration; files and MBeans have it in milliseconds. */
public enum TimeKnob implements Knob {
    CONNECTION_TIMEOUT("connection-timeout", "spring.datasource.hikari.connection-timeout", true),
    MAX_LIFETIME("max-lifetime", "spring.datasource.hikari.max-lifetime", false);

    private final String key;
    private final String property;
    private final boolean live;

    TimeKnob(String key, String property, boolean live) {
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
        return Long.MAX_VALUE;
    }

    @Override
    public String text(long number) {
        return Durations.format(Duration.ofMillis(number)).replace(" ", "");
    }
}
