package dev.poolfit.wire;

/** The keys of what the agent tells of a service: {@link AgentOperation#DESCRIBE}. What cannot be read is left out. */
public final class DescriptionKey {
    /** A list of maps, one for each pool: {@link #NAME}, {@link #URL}, {@link #USER}, and its settings. */
    public static final String POOLS = "pools";

    /** A list of the ports of the web servers. */
    public static final String PORTS = "ports";

    /** A map of the settings of the servers, of Spring and of Java. */
    public static final String SETTINGS = "settings";

    /** A list of the paths of Spring that answer GET, such as {@code /items/{id}}. */
    public static final String ROUTES = "routes";

    /** The name of a pool. */
    public static final String NAME = "name";

    /** The JDBC URL of a pool, without user, password and parameters. */
    public static final String URL = "url";

    /** The database user of a pool. */
    public static final String USER = "user";

    /** The beginning of the name of a pool's setting, as {@code pool.maxLifetime}. */
    public static final String POOL = "pool.";

    /** The beginning of the name of a driver's setting, as {@code driver.socketTimeout}. */
    public static final String DRIVER = "driver.";

    /** The beginning of the name of a web server's setting, as {@code server.maxThreads}. */
    public static final String SERVER = "server.";

    /** The version of Java, among the settings. */
    public static final String JAVA_VERSION = "java.version";

    /** {@code true} where the service uses JPA, among the settings. */
    public static final String JPA = "jpa";

    /** {@code true} where the service has Spring's health endpoint, among the settings. */
    public static final String ACTUATOR = "actuator";

    private DescriptionKey() {}
}
