package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;

/** Shows the worker threads of a web server as an MBean. */
final class ConnectorBean implements DynamicMBean {
    private static final String INT = "int";
    private static final String TEXT = "java.lang.String";

    /** The attributes beside those of the server, with their types. */
    private static final Map<String, String> OWN =
            Map.of("server", TEXT, "leastThreads", INT, "port", INT, Workers.PORTS, "[I");

    private static final List<String> WRITABLE = List.of(Workers.MOST, Workers.SPARE);

    private final Workers workers;

    ConnectorBean(Workers workers) {
        this.workers = workers;
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException, MBeanException {
        try {
            switch (attribute) {
                case "server":
                    return workers.server();
                case "leastThreads":
                    return workers.least();
                case "port":
                    return workers.ports()[0];
                case Workers.PORTS:
                    return workers.ports();
                default:
                    if (!workers.has(attribute)) {
                        throw new AttributeNotFoundException(attribute);
                    }
                    return workers.get(attribute);
            }
        } catch (ReflectiveOperationException failed) {
            throw new MBeanException(failed, failed.getMessage());
        }
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException, MBeanException {
        String name = attribute.getName();
        if (!WRITABLE.contains(name) || !workers.has(name)) {
            throw new AttributeNotFoundException(name);
        }
        try {
            workers.set(name, (Integer) attribute.getValue());
        } catch (ReflectiveOperationException failed) {
            throw new MBeanException(failed, failed.getMessage());
        }
    }

    void close() {
        workers.close();
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
        AttributeList values = new AttributeList();
        for (String attribute : attributes) {
            try {
                values.add(new Attribute(attribute, getAttribute(attribute)));
            } catch (AttributeNotFoundException | MBeanException absent) {
                continue;
            }
        }
        return values;
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        AttributeList done = new AttributeList();
        for (Attribute attribute : attributes.asList()) {
            try {
                setAttribute(attribute);
                done.add(attribute);
            } catch (AttributeNotFoundException | MBeanException refused) {
                continue;
            }
        }
        return done;
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) {
        throw new UnsupportedOperationException(action);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        List<MBeanAttributeInfo> attributes = new ArrayList<>();
        OWN.forEach((name, type) -> attributes.add(new MBeanAttributeInfo(name, type, name, true, false, false)));
        for (String name : workers.attributes()) {
            String type = name.equals("connectionCount") ? "long" : INT;
            attributes.add(new MBeanAttributeInfo(name, type, name, true, WRITABLE.contains(name), false));
        }
        return new MBeanInfo(
                ConnectorBean.class.getName(),
                "worker threads of a web server",
                attributes.toArray(new MBeanAttributeInfo[0]),
                null,
                null,
                null);
    }
}
