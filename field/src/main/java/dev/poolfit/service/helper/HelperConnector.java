package dev.poolfit.service.helper;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.remote.JMXConnector;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** Offers JMX through a helper: questions to MBeans without listeners, which need a way back that it does not have. */
public final class HelperConnector implements JMXConnector {
    private final HelperProcess helper;

    /** @param helper that has been started; closed with this */
    public HelperConnector(HelperProcess helper) {
        this.helper = helper;
    }

    /**
     * Loads the agent's other parts into the service, which has the agent already.
     *
     * @param named the arguments of the agent, by name
     * @throws IOException if that fails
     */
    public void start(Map<String, String> named) throws IOException {
        try {
            helper.answers().ask("start", new Object[] {named}, Map.class.getName());
        } catch (IOException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IOException(failed.toString(), failed);
        }
    }

    @Override
    public MBeanServerConnection getMBeanServerConnection() {
        return (MBeanServerConnection) Proxy.newProxyInstance(
                HelperConnector.class.getClassLoader(), new Class<?>[] {MBeanServerConnection.class}, this::ask);
    }

    private @Nullable Object ask(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Exception {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> arguments != null && proxy == arguments[0];
                default -> "JMX through a helper";
            };
        }
        return helper.answers()
                .ask(
                        method.getName(),
                        arguments == null ? new Object[0] : arguments,
                        Arrays.stream(method.getParameterTypes())
                                .map(Class::getName)
                                .toArray(String[]::new));
    }

    @Override
    public MBeanServerConnection getMBeanServerConnection(Subject delegate) {
        throw new UnsupportedOperationException("a helper has no other subjects");
    }

    @Override
    public void connect() {
        // It was connected when the helper started.
    }

    @Override
    public void connect(Map<String, ?> environment) {
        connect();
    }

    @Override
    public void close() {
        helper.close();
    }

    @Override
    public void addConnectionNotificationListener(
            NotificationListener listener, NotificationFilter filter, Object handback) {
        throw new UnsupportedOperationException("a helper tells nothing of itself");
    }

    @Override
    public void removeConnectionNotificationListener(NotificationListener listener) throws ListenerNotFoundException {
        throw new ListenerNotFoundException();
    }

    @Override
    public void removeConnectionNotificationListener(
            NotificationListener listener, NotificationFilter filter, Object handback)
            throws ListenerNotFoundException {
        throw new ListenerNotFoundException();
    }

    @Override
    public String getConnectionId() {
        return "helper " + helper.pid();
    }
}
