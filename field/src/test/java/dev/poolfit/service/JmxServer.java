package dev.poolfit.service;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXPrincipal;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;

/** The JMX of a service without the service: real connections, and a clock that the test moves. */
final class JmxServer implements AutoCloseable {
    /** What tuners read and write of it. */
    public interface Clock {
        long getUptime();

        void setUptime(long millis);
    }

    private static final class Moved implements Clock {
        private final AtomicLong millis = new AtomicLong(1_000_000);

        @Override
        public long getUptime() {
            return millis.get();
        }

        @Override
        public void setUptime(long to) {
            millis.set(to);
        }
    }

    static final ObjectName CLOCK = HikariPool.objectName(ManagementFactory.RUNTIME_MXBEAN_NAME);

    final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final Moved clock = new Moved();
    private final JMXConnectorServer connector;

    private JmxServer(Map<String, Object> environment) throws IOException, JMException {
        beans.registerMBean(new StandardMBean(clock, Clock.class), CLOCK);
        connector = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1"), environment, beans);
        connector.start();
    }

    static JmxServer start() throws IOException, JMException {
        return new JmxServer(Map.of());
    }

    /** @param accessFile what each user may do, as in a service's jmxremote.access */
    static JmxServer start(java.nio.file.Path accessFile) throws IOException, JMException {
        var environment = new HashMap<String, Object>();
        environment.put("jmx.remote.x.access.file", accessFile.toString());
        JMXAuthenticator believer = credentials ->
                new Subject(true, Set.of(new JMXPrincipal(((String[]) credentials)[0])), Set.of(), Set.of());
        environment.put(JMXConnectorServer.AUTHENTICATOR, believer);
        return new JmxServer(environment);
    }

    JmxLink link() {
        return link(Optional.empty());
    }

    JmxLink link(Optional<String> user) {
        return new JmxLink(connector.getAddress().toString(), "the service", user, Optional.empty());
    }

    void pass(long millis) {
        clock.millis.addAndGet(millis);
    }

    @Override
    public void close() throws IOException {
        connector.stop();
    }
}
