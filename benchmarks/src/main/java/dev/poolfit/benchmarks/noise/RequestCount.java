package dev.poolfit.benchmarks.noise;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Counts the requests that a service's Tomcat has ended, which its JMX agent tells as often as it is asked. */
final class RequestCount implements AutoCloseable {
    private static final long EVERY_MILLIS = 25;
    private static final double TENTH = 1e8;

    private final JMXConnector connector;
    private final Set<ObjectName> connectors;

    @SuppressWarnings("BanJNDI")
    RequestCount(long pid) throws Exception {
        VirtualMachine machine = VirtualMachine.attach("" + pid);
        connector = JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        machine.detach();
        connectors = connector
                .getMBeanServerConnection()
                .queryNames(new ObjectName("*:type=GlobalRequestProcessor,*"), null);
        if (connectors.isEmpty()) {
            throw new IOException("its Tomcat shows no MBeans: server.tomcat.mbeanregistry.enabled=true");
        }
    }

    /** Returns the requests by tenths of a second from now on; a tenth's begin and end are interpolated. */
    double[] tenths(int seconds) throws IOException, JMException, InterruptedException {
        var counts = new TreeMap<Long, Long>();
        long begin = System.nanoTime();
        long last = begin;
        while (last - begin < (seconds * 10 + 1) * TENTH) {
            long before = System.nanoTime();
            long count = count();
            last = System.nanoTime();
            counts.put((before + last) / 2, count);
            Thread.sleep(EVERY_MILLIS);
        }
        double[] tenths = new double[seconds * 10];
        long first = counts.firstKey();
        for (int tenth = 0; tenth < tenths.length; tenth++) {
            tenths[tenth] =
                    at(counts, first + (long) ((tenth + 1) * TENTH)) - at(counts, first + (long) (tenth * TENTH));
        }
        return tenths;
    }

    private static double at(TreeMap<Long, Long> counts, long moment) {
        var below = counts.floorEntry(moment);
        var above = counts.higherEntry(moment);
        if (above == null) {
            return below.getValue();
        }
        double part = (double) (moment - below.getKey()) / (above.getKey() - below.getKey());
        return below.getValue() + part * (above.getValue() - below.getValue());
    }

    private long count() throws IOException, JMException {
        MBeanServerConnection server = connector.getMBeanServerConnection();
        long count = 0;
        for (ObjectName each : connectors) {
            count += ((Number) server.getAttribute(each, "requestCount")).longValue();
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
