package dev.poolfit.experiment;

/** A knob that is on or off. */
public enum FlagKnob implements Knob {
    OPEN_IN_VIEW("open-in-view", "spring.jpa.open-in-view");

    private final String key;
    private final String property;

    FlagKnob(String key, String property) {
        this.key = key;
        this.property = property;
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
        return false;
    }

    @Override
    public long most() {
        return 1;
    }

    @Override
    public String text(long number) {
        return number == 0 ? "false" : "true";
    }
}
