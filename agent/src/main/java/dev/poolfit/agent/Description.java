package dev.poolfit.agent;

import dev.poolfit.wire.DescriptionKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes a service for whoever writes an experiment about it: its pools, its ports, and the pages that it serves. */
final class Description {
    private static final String SPRING = "org.springframework.";
    private static final String CONTEXT = "org.springframework.web.context.WebApplicationContext.ROOT";

    private static final String[] POOL_SETTINGS = {
        "getMaxLifetime",
        "getIdleTimeout",
        "getKeepaliveTime",
        "getConnectionTimeout",
        "getMinimumIdle",
        "getMaximumPoolSize",
        "getLeakDetectionThreshold",
        "isAutoCommit",
        "getConnectionTestQuery"
    };
    /** Drivers' own settings, in the address or beside it; none of them is a secret. */
    private static final Set<String> DRIVER_SETTINGS = Set.of(
            "cachePrepStmts",
            "prepStmtCacheSize",
            "useServerPrepStmts",
            "rewriteBatchedStatements",
            "socketTimeout",
            "connectTimeout",
            "prepareThreshold",
            "reWriteBatchedInserts",
            "tcpKeepAlive");

    /** Finds the idle timeout that the database is told for a session, in statements that may hold anything else. */
    private static final Pattern SESSION_TIMEOUT = Pattern.compile(
            "(?i)(?<!\\w)(wait_timeout|idle_session_timeout)\\s*(=|\\sto\\s)\\s*'?\\s*\\d{1,9}\\s*(ms|s|min|h|d)?\\b");

    private static final String[] SERVER_SETTINGS = {Workers.MOST, "maxConnections", "acceptCount"};
    private static final String[] SPRING_SETTINGS = {
        "spring.jpa.open-in-view",
        "spring.threads.virtual.enabled",
        "server.port",
        "management.server.port",
        "spring.jpa.properties.hibernate.connection.provider_disables_autocommit",
        "spring.mvc.async.request-timeout"
    };

    private final Reflection reflection;

    Description(Reflection reflection) {
        this.reflection = reflection;
    }

    /**
     * Describes it in JDK types alone: {@code pools}, each with {@code name}, {@code url} (without user, password and
     * parameters) and {@code user}, and its settings and those of its driver as {@code pool.maxLifetime} and
     * {@code driver.socketTimeout}; {@code settings} of the server and of Spring, such as {@code server.maxThreads},
     * and {@code java.version}; {@code ports}; {@code routes}, the paths of Spring that answer GET, such as
     * {@code /items/{id}}. What cannot be read is left out.
     */
    Map<String, Object> of(Map<String, Object> pools, Collection<Workers> servers) {
        List<Map<String, String>> described = new ArrayList<>();
        pools.forEach((name, pool) -> described.add(pool(name, pool)));
        Set<Integer> ports = new TreeSet<>();
        Set<String> routes = new TreeSet<>();
        Map<String, String> settings = new HashMap<>();
        settings.put(DescriptionKey.JAVA_VERSION, System.getProperty("java.specification.version"));
        for (Workers workers : servers) {
            try {
                for (int port : workers.ports()) {
                    ports.add(port);
                }
                for (String setting : SERVER_SETTINGS) {
                    if (workers.has(setting)) {
                        settings.put(
                                DescriptionKey.SERVER + setting,
                                workers.get(setting).toString());
                    }
                }
                if (workers instanceof TomcatWorkers) {
                    routes(workers.target, routes, settings);
                }
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                continue;
            }
        }
        if (routes.isEmpty()) {
            springRoutes(routes, settings);
        }
        Map<String, Object> all = new HashMap<>();
        all.put(DescriptionKey.POOLS, described);
        all.put(DescriptionKey.PORTS, new ArrayList<>(ports));
        all.put(DescriptionKey.SETTINGS, settings);
        all.put(DescriptionKey.ROUTES, new ArrayList<>(routes));
        return all;
    }

    private Map<String, String> pool(String name, Object pool) {
        Map<String, String> told = new HashMap<>();
        told.put(DescriptionKey.NAME, name);
        Object config = reflection.field(pool, "config");
        // Connector/J takes hosts as keys and values in parentheses, a password among them.
        text(config, "getJdbcUrl")
                .filter(url -> !url.contains("("))
                .ifPresent(url -> told.put(DescriptionKey.URL, withoutSecrets(url)));
        HikariVersion.of(pool).ifPresent(version -> told.put(DescriptionKey.POOL + "version", version));
        text(config, "getUsername").ifPresent(user -> told.put(DescriptionKey.USER, user));
        for (String getter : POOL_SETTINGS) {
            value(config, getter).ifPresent(value -> told.put(DescriptionKey.POOL + property(getter), value));
        }
        text(config, "getConnectionInitSql")
                .map(SESSION_TIMEOUT::matcher)
                .filter(Matcher::find)
                .ifPresent(timeout -> told.put(DescriptionKey.POOL + "connectionInitSql", timeout.group()));
        text(config, "getJdbcUrl").ifPresent(url -> {
            for (String parameter : url.replaceFirst("[^?;]*[?;]?", "").split("[&;]", -1)) {
                driver(told, parameter.replaceFirst("=.*", ""), parameter.replaceFirst("[^=]*=?", ""));
            }
        });
        Object properties = reflection.field(config, "dataSourceProperties");
        if (properties instanceof Map) {
            ((Map<?, ?>) properties).forEach((key, value) -> driver(told, String.valueOf(key), String.valueOf(value)));
        }
        return told;
    }

    private static void driver(Map<String, String> told, String key, String value) {
        if (DRIVER_SETTINGS.contains(key)) {
            told.put(DescriptionKey.DRIVER + key, value);
        } else if (key.equals("sessionVariables") || key.equals("options")) {
            Matcher timeout = SESSION_TIMEOUT.matcher(value);
            if (timeout.find()) {
                told.put(DescriptionKey.DRIVER + key, timeout.group());
            }
        }
    }

    /** Returns {@code maxLifetime} for {@code getMaxLifetime}. */
    private static String property(String getter) {
        String name = getter.replaceFirst("^(get|is)", "");
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private java.util.Optional<String> value(Object object, String getter) {
        try {
            return java.util.Optional.ofNullable(reflection.call(object, getter))
                    .map(String::valueOf);
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return java.util.Optional.empty();
        }
    }

    private java.util.Optional<String> text(Object object, String getter) {
        try {
            return java.util.Optional.ofNullable((String) reflection.call(object, getter));
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return java.util.Optional.empty();
        }
    }

    static String withoutSecrets(String url) {
        return url.replaceFirst("[?;].*", "").replaceFirst("//[^/]*@", "//");
    }

    private void routes(Object endpoint, Set<String> into, Map<String, String> settings)
            throws ReflectiveOperationException {
        Object protocol = reflection.field(reflection.call(endpoint, "getHandler"), "proto");
        Object connector = reflection.field(reflection.call(protocol, "getAdapter"), "connector");
        Object engine = reflection.call(reflection.call(connector, "getService"), "getContainer");
        for (Object host : (Object[]) reflection.call(engine, "findChildren")) {
            for (Object application : (Object[]) reflection.call(host, "findChildren")) {
                Object servlets = reflection.call(application, "getServletContext");
                Object spring = servlets == null ? null : reflection.call(servlets, "getAttribute", CONTEXT);
                if (spring != null) {
                    springSettings(spring, settings);
                    String path = (String) reflection.call(application, "getPath");
                    springRoutes(spring, path.equals("/") ? "" : path, into);
                }
            }
        }
    }

    /** Finds the routes where the server does not lead to the context. */
    private void springRoutes(Set<String> into, Map<String, String> settings) {
        SpringContexts contexts = new SpringContexts(reflection);
        for (Object context : contexts.all()) {
            try {
                springSettings(context, settings);
                Object path = contexts.property(context, "server.servlet.context-path");
                path = path == null ? contexts.property(context, "spring.webflux.base-path") : path;
                springRoutes(context, path == null ? "" : path.toString(), into);
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                continue;
            }
        }
    }

    private void springRoutes(Object context, String path, Set<String> into) throws ReflectiveOperationException {
        Object beans = reflection.call(context, "getBeanFactory");
        Object mapping = reflection.call(beans, "getSingleton", "requestMappingHandlerMapping");
        if (mapping == null) {
            return;
        }
        Map<?, ?> methods = (Map<?, ?>) reflection.call(mapping, "getHandlerMethods");
        for (Map.Entry<?, ?> each : methods.entrySet()) {
            Class<?> controller = (Class<?>) reflection.call(each.getValue(), "getBeanType");
            if (!controller.getName().startsWith(SPRING + "boot") && answersGet(each.getKey())) {
                for (Object pattern : patterns(each.getKey())) {
                    into.add(path + pattern);
                }
            }
        }
    }

    /** Returns the paths of a mapping; WebFlux has them behind its condition alone. */
    private Collection<?> patterns(Object mapping) throws ReflectiveOperationException {
        try {
            return (Collection<?>) reflection.call(mapping, "getPatternValues");
        } catch (NoSuchMethodException reactive) {
            return (Collection<?>) reflection.call(reflection.call(mapping, "getPatternsCondition"), "getPatterns");
        }
    }

    private void springSettings(Object context, Map<String, String> settings) throws ReflectiveOperationException {
        Object environment = reflection.call(context, "getEnvironment");
        for (String name : SPRING_SETTINGS) {
            // Of several overloads each takes a name first; the one with a name alone is asked.
            Object value = reflection.call(environment, "getProperty", name);
            if (value != null) {
                settings.put(name, value.toString());
            }
        }
        if (Boolean.TRUE.equals(reflection.call(context, "containsBean", "entityManagerFactory"))) {
            settings.put(DescriptionKey.JPA, "true");
        }
        if (Boolean.TRUE.equals(reflection.call(context, "containsBean", "healthEndpoint"))) {
            settings.put(DescriptionKey.ACTUATOR, "true");
        }
    }

    private boolean answersGet(Object mapping) throws ReflectiveOperationException {
        Object condition = reflection.call(mapping, "getMethodsCondition");
        Set<String> names = new HashSet<>();
        ((Collection<?>) reflection.call(condition, "getMethods")).forEach(method -> names.add(method.toString()));
        return names.isEmpty() || names.contains("GET");
    }
}
