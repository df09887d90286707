package dev.poolfit.service;

import java.io.IOException;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;

/** MBeans of this JVM behind a JMX address, in place of those of a service. */
final class MBeanDoor implements AutoCloseable {
    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final JMXConnectorServer door;

    MBeanDoor() throws IOException {
        door = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1"), null, beans);
        door.start();
    }

    void register(Object bean, String name) throws JMException {
        beans.registerMBean(bean, new ObjectName(name));
    }

    JmxLink link() {
        return new JmxLink("" + door.getAddress(), "the service", Optional.empty(), Optional.empty());
    }

    @Override
    public void close() throws IOException {
        door.stop();
    }
}
