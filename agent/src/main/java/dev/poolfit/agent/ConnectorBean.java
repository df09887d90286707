package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;

/** A connector's worker threads under the attributes that Tomcat's own MBean has. */
final class ConnectorBean implements DynamicMBean {
    private static final String INT = "int";
    private static final String LONG = "long";

    /** Each attribute with its type; capital first, and get or set before it, it is a method of the endpoint. */
    private static final Map<String, String> ATTRIBUTES = new LinkedHashMap<>();

    private static final List<String> WRITABLE = List.of("maxThreads", "minSpareThreads");

    static {
        for (String name : List.of("maxThreads", "minSpareThreads", "currentThreadsBusy", "currentThreadCount")) {
            ATTRIBUTES.put(name, INT);
        }
        ATTRIBUTES.put("acceptCount", INT);
        ATTRIBUTES.put("maxConnections", INT);
        ATTRIBUTES.put("connectionCount", LONG);
        ATTRIBUTES.put("port", INT);
    }

    private final Reflection reflection;
    private final Object endpoint;

    ConnectorBean(Reflection reflection, Object endpoint) {
        this.reflection = reflection;
        this.endpoint = endpoint;
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException, MBeanException {
        if (!ATTRIBUTES.containsKey(attribute)) {
            throw new AttributeNotFoundException(attribute);
        }
        try {
            // A port that was 0 is known once it is bound.
            return reflection.call(endpoint, attribute.equals("port") ? "getLocalPort" : method("get", attribute));
        } catch (ReflectiveOperationException failed) {
            throw new MBeanException(failed, failed.getMessage());
        }
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException, MBeanException {
        if (!WRITABLE.contains(attribute.getName())) {
            throw new AttributeNotFoundException(attribute.getName());
        }
        try {
            reflection.call(endpoint, method("set", attribute.getName()), attribute.getValue());
        } catch (ReflectiveOperationException failed) {
            throw new MBeanException(failed, failed.getMessage());
        }
    }

    private static String method(String prefix, String attribute) {
        return prefix + Character.toUpperCase(attribute.charAt(0)) + attribute.substring(1);
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
        ATTRIBUTES.forEach((name, type) ->
                attributes.add(new MBeanAttributeInfo(name, type, name, true, WRITABLE.contains(name), false)));
        return new MBeanInfo(
                ConnectorBean.class.getName(),
                "worker threads of a connector",
                attributes.toArray(new MBeanAttributeInfo[0]),
                null,
                null,
                null);
    }
}
