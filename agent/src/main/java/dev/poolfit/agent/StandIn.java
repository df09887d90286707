package dev.poolfit.agent;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stands before an object of a driver's, and hands every call on to it. */
abstract class StandIn implements InvocationHandler {
    final Object real;

    StandIn(Object real) {
        this.real = real;
    }

    /** Returns whether an object is the proxy whose calls come here. */
    final boolean isBehind(Object proxy) {
        return proxy != null && Proxy.isProxyClass(proxy.getClass()) && Proxy.getInvocationHandler(proxy) == this;
    }

    final Object handOn(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException own) {
            throw own.getCause();
        }
    }

    /** Returns what only this object can answer, or null. */
    final Object own(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "equals":
                return arguments.length == 1 && (proxy == arguments[0] || real.equals(arguments[0]));
            case "isWrapperFor":
                return ((Class<?>) arguments[0]).isInstance(real) ? Boolean.TRUE : null;
            case "unwrap":
                return ((Class<?>) arguments[0]).isInstance(real) ? real : null;
            default:
                return null;
        }
    }
}
