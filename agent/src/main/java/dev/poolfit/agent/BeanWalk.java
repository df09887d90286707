package dev.poolfit.agent;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Finds objects of some classes that the beans of Spring's contexts refer to, by way of the application's own objects and of those of
 * the clients that it calls others with. It reads fields alone, and no more than some thousand objects.
 */
final class BeanWalk {
    private static final int MOST_OBJECTS = 20_000;
    /** The elements of a collection that are looked at: clients do not stand in long lists. */
    private static final int MOST_ELEMENTS = 64;

    private static final String[] CLIENTS = {
        "org.springframework.aop.",
        "org.springframework.web.client.",
        "org.springframework.http.client.",
        "org.springframework.boot.web.client.",
        "org.springframework.boot.http.client.",
        "org.springframework.web.reactive.function.client.",
        "org.springframework.web.service.invoker.",
        "org.springframework.cloud.openfeign.",
        "org.springframework.data.redis.connection.",
        "org.apache.http.",
        "org.apache.hc.",
        "org.apache.commons.pool2.",
        "feign.",
        "okhttp3.",
        "retrofit2.",
        "reactor.netty.",
        "redis.clients.",
        "io.r2dbc."
    };

    private final Reflection reflection;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> next = new ArrayDeque<>();

    BeanWalk(Reflection reflection) {
        this.reflection = reflection;
    }

    /** Returns the beans of all contexts that run. */
    static List<Object> beans(Reflection reflection) {
        List<Object> beans = new ArrayList<>();
        for (Object context : new SpringContexts(reflection).all()) {
            try {
                Object all = reflection.field(reflection.call(context, "getBeanFactory"), "singletonObjects");
                if (all instanceof Map) {
                    beans.addAll(((Map<?, ?>) all).values());
                }
            } catch (ReflectiveOperationException | RuntimeException closed) {
                // The context ends just now.
            }
        }
        return beans;
    }

    /** Returns what is wanted of all that beans lead to; the fields of what is wanted are not followed. */
    List<Object> find(List<Object> beans, Predicate<Object> wanted) {
        beans.forEach(this::add);
        List<Object> found = new ArrayList<>();
        while (!next.isEmpty()) {
            Object each = next.remove();
            if (wanted.test(each)) {
                found.add(each);
            } else {
                open(each);
            }
        }
        return found;
    }

    /** Adds what an object leads to; proxies lead to their targets by their own fields. */
    private void open(Object object) {
        try {
            if (object instanceof Object[]) {
                Arrays.stream((Object[]) object).limit(MOST_ELEMENTS).forEach(this::add);
            } else if (object instanceof Collection) {
                ((Collection<?>) object).stream().limit(MOST_ELEMENTS).forEach(this::add);
            } else if (object instanceof Map) {
                ((Map<?, ?>) object).values().stream().limit(MOST_ELEMENTS).forEach(this::add);
            } else {
                reflection.referents(object).forEach(this::add);
            }
        } catch (RuntimeException changes) {
            // Somebody changes it meanwhile.
        }
    }

    private void add(Object object) {
        if (seen.size() >= MOST_OBJECTS || object == null) {
            return;
        }
        Class<?> type = object.getClass();
        if (Proxy.isProxyClass(type)) {
            add(Proxy.getInvocationHandler(object));
        } else if (object instanceof Optional) {
            add(((Optional<?>) object).orElse(null));
        } else if (object instanceof AtomicReference) {
            add(((AtomicReference<?>) object).get());
        } else if (leads(object, type) && seen.add(object)) {
            next.add(object);
        }
    }

    private static boolean leads(Object object, Class<?> type) {
        boolean contains = object instanceof Object[]
                || Reflection.isOfJdk(type) && (object instanceof Collection || object instanceof Map);
        // A class that is made for a proxy is named after its target's.
        String name = type.getName();
        int made = name.indexOf("$$");
        return contains || Code.isApplication(made < 0 ? name : name.substring(0, made)) || Code.in(CLIENTS, name);
    }
}
