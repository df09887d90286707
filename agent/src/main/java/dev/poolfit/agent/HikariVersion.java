package dev.poolfit.agent;

import java.lang.reflect.InvocationTargetException;
import java.security.CodeSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;

/** Reads the version of HikariCP from the name of its jar; its classes do not tell it. */
final class HikariVersion {
    private static final Pattern JAR = Pattern.compile("HikariCP(?:-java\\d+)?-(\\d+(?:\\.\\d+)*)");

    private HikariVersion() {}

    /** Returns empty where the jar has another name, as one that holds all classes. */
    static Optional<String> of(Object pool) {
        CodeSource source = pool.getClass().getProtectionDomain().getCodeSource();
        return source == null ? Optional.empty() : in(String.valueOf(source.getLocation()));
    }

    /** Returns the failure of what needs another inside of a pool than it has. */
    static JMException unlike(Object pool, Throwable failure) {
        Throwable why = failure instanceof InvocationTargetException ? failure.getCause() : failure;
        return new JMException("the inside of HikariCP"
                + of(pool).map(version -> " " + version).orElse("") + " is not as known: "
                + (why.getMessage() == null ? why : why.getMessage()));
    }

    static Optional<String> in(String location) {
        Matcher jar = JAR.matcher(location);
        return jar.find() ? Optional.of(jar.group(1)) : Optional.empty();
    }
}
