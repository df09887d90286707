package dev.poolfit.agent;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
        "redis.clients."
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
                reflection.referents(target(each)).forEach(this::add);
            }
        }
        return found;
    }

    private void add(Object object) {
        if (seen.size() >= MOST_OBJECTS || object == null) {
            return;
        }
        Class<?> type = object.getClass();
        if (Proxy.isProxyClass(type)) {
            add(Proxy.getInvocationHandler(object));
        } else if (object instanceof Object[]) {
            addAll(List.of(), (Object[]) object);
        } else if (object instanceof Collection && Reflection.isOfJdk(type)) {
            addAll((Collection<?>) object);
        } else if (object instanceof Map && Reflection.isOfJdk(type)) {
            addAll(((Map<?, ?>) object).values());
        } else if (object instanceof Optional) {
            add(((Optional<?>) object).orElse(null));
        } else if (object instanceof AtomicReference) {
            add(((AtomicReference<?>) object).get());
        } else if ((Code.isApplication(type.getName()) || Code.in(CLIENTS, type.getName())) && seen.add(object)) {
            next.add(object);
        }
    }

    private void addAll(Collection<?> elements, Object... more) {
        try {
            elements.stream().limit(MOST_ELEMENTS).forEach(this::add);
        } catch (RuntimeException changes) {
            // Somebody changes it meanwhile.
        }
        for (int i = 0; i < Math.min(MOST_ELEMENTS, more.length); i++) {
            add(more[i]);
        }
    }

    /** Returns the bean behind one of Spring's proxies. */
    private Object target(Object bean) {
        if (!bean.getClass().getName().contains("$$")) {
            return bean;
        }
        try {
            Object target = reflection.call(reflection.call(bean, "getTargetSource"), "getTarget");
            return target == null ? bean : target;
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return bean;
        }
    }
}
