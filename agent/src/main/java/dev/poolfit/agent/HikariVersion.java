package dev.poolfit.agent;

import java.security.CodeSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the version of HikariCP from the name of its jar; its classes do not tell it. */
final class HikariVersion {
    private static final Pattern JAR = Pattern.compile("HikariCP(?:-java\\d+)?-(\\d+(?:\\.\\d+)*)");

    private HikariVersion() {}

    /** Returns empty where the jar has another name, as one that holds all classes. */
    static Optional<String> of(Object pool) {
        CodeSource source = pool.getClass().getProtectionDomain().getCodeSource();
        return source == null ? Optional.empty() : in(String.valueOf(source.getLocation()));
    }

    static Optional<String> in(String location) {
        Matcher jar = JAR.matcher(location);
        return jar.find() ? Optional.of(jar.group(1)) : Optional.empty();
    }
}
