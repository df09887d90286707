package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a service is, for whoever writes an experiment about it: its pools, its ports, and the pages that it serves. */
final class Description {
    private static final String SPRING = "org.springframework.";
    private static final String CONTEXT = "org.springframework.web.context.WebApplicationContext.ROOT";

    private final Reflection reflection;

    Description(Reflection reflection) {
        this.reflection = reflection;
    }

    /**
     * JDK types alone: {@code pools}, each with {@code name}, {@code url} (without user, password and parameters) and
     * {@code user}; {@code ports}; {@code routes}, the paths of Spring MVC that answer GET, such as {@code /items/{id}}.
     * What cannot be read is left out.
     */
    Map<String, Object> of(Map<String, Object> pools, Collection<Object> endpoints) {
        List<Map<String, String>> described = new ArrayList<>();
        pools.forEach((name, pool) -> described.add(pool(name, pool)));
        Set<Integer> ports = new TreeSet<>();
        Set<String> routes = new TreeSet<>();
        for (Object endpoint : endpoints) {
            try {
                ports.add((Integer) reflection.call(endpoint, "getLocalPort"));
                routes(endpoint, routes);
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                continue;
            }
        }
        Map<String, Object> all = new HashMap<>();
        all.put("pools", described);
        all.put("ports", new ArrayList<>(ports));
        all.put("routes", new ArrayList<>(routes));
        return all;
    }

    private Map<String, String> pool(String name, Object pool) {
        Map<String, String> told = new HashMap<>();
        told.put("name", name);
        Object config = reflection.field(pool, "config");
        // Connector/J takes hosts as keys and values in parentheses, a password among them.
        text(config, "getJdbcUrl")
                .filter(url -> !url.contains("("))
                .ifPresent(url -> told.put("url", withoutSecrets(url)));
        text(config, "getUsername").ifPresent(user -> told.put("user", user));
        return told;
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

    private void routes(Object endpoint, Set<String> into) throws ReflectiveOperationException {
        Object protocol = reflection.field(reflection.call(endpoint, "getHandler"), "proto");
        Object connector = reflection.field(reflection.call(protocol, "getAdapter"), "connector");
        Object engine = reflection.call(reflection.call(connector, "getService"), "getContainer");
        for (Object host : (Object[]) reflection.call(engine, "findChildren")) {
            for (Object application : (Object[]) reflection.call(host, "findChildren")) {
                Object servlets = reflection.call(application, "getServletContext");
                Object spring = servlets == null ? null : reflection.call(servlets, "getAttribute", CONTEXT);
                if (spring != null) {
                    String path = (String) reflection.call(application, "getPath");
                    springRoutes(spring, path.equals("/") ? "" : path, into);
                }
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
                for (Object pattern : (Collection<?>) reflection.call(each.getKey(), "getPatternValues")) {
                    into.add(path + pattern);
                }
            }
        }
    }

    private boolean answersGet(Object mapping) throws ReflectiveOperationException {
        Object condition = reflection.call(mapping, "getMethodsCondition");
        Set<String> names = new HashSet<>();
        ((Collection<?>) reflection.call(condition, "getMethods")).forEach(method -> names.add(method.toString()));
        return names.isEmpty() || names.contains("GET");
    }
}
