package dev.poolfit.app;

import picocli.CommandLine.IVersionProvider;

/** Poolfit's version, from the jar's manifest. */
final class Version implements IVersionProvider {
    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"poolfit " + text()};
    }
}
