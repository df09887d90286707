package dev.poolfit.configuration;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Knows pools of connections that Poolfit does not look at, by their class or by the name of their section. */
enum OtherPool {
    DRUID("Druid", "com.alibaba.druid.", "druid"),
    TOMCAT("Tomcat JDBC", "org.apache.tomcat.jdbc.", "tomcat"),
    DBCP("Commons DBCP", "org.apache.commons.dbcp", "dbcp2", "dbcp"),
    UCP("Oracle UCP", "oracle.ucp.", "oracleucp", "ucp"),
    C3P0("c3p0", "com.mchange.", "c3p0"),
    AGROAL("Agroal", "io.agroal.", "agroal"),
    BEECP("BeeCP", "cn.beecp.", "beecp"),
    VIBUR("Vibur", "org.vibur.", "vibur"),
    BONECP("BoneCP", "com.jolbox.", "bonecp"),
    ATOMIKOS("Atomikos", "com.atomikos.", "atomikos");

    private static final String HIKARI = "com.zaxxer.hikari.";
    /** The settings that these have and HikariCP has not, as they are compared. */
    private static final Set<String> KEYS =
            Set.of("maxactive", "maxwait", "maxtotal", "maxwaitmillis", "initialsize", "testonborrow", "testwhileidle");

    private final String product;
    private final String classes;
    private final List<String> sections;

    OtherPool(String product, String classes, String... sections) {
        this.product = product;
        this.classes = classes;
        this.sections = List.of(sections);
    }

    String product() {
        return product;
    }

    static Optional<OtherPool> ofSection(String name) {
        return Stream.of(values())
                .filter(each -> each.sections.contains(SpringProperty.relaxed(name)))
                .findFirst();
    }

    boolean isIn(String section, SpringProperties properties) {
        return sections.stream().anyMatch(each -> properties.has(section + "." + each + "."));
    }

    /** Returns what a class of data sources is, and its name; empty where it is HikariCP's. */
    static Optional<String> ofType(String type) {
        return type.startsWith(HIKARI)
                ? Optional.empty()
                : Optional.of(Stream.of(values())
                        .filter(each -> type.startsWith(each.classes))
                        .findFirst()
                        .map(each -> each.product + " (" + type + ")")
                        .orElse(type));
    }

    /** Returns whether HikariCP lacks a setting that these have. */
    static boolean has(String key) {
        return KEYS.contains(SpringProperty.relaxed(key));
    }
}
