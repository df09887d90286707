package dev.poolfit.wire;

import java.io.IOException;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** The operations of the agent's MBeans, each with the types of its parameters; the agent's interfaces say what they do. */
public enum AgentOperation {
    PUBLISH(AgentBean.KEEPER, "publish"),
    DESCRIBE(AgentBean.KEEPER, "describe"),
    LIMITS(AgentBean.KEEPER, "limits"),
    CHANGE(AgentBean.KEEPER, "change", String.class, ObjectName.class, String.class, Object.class),
    EVICT(AgentBean.KEEPER, "evict", String.class, int.class),
    JOIN(AgentBean.KEEPER, "join", String.class),
    STAY(AgentBean.KEEPER, "stay", String.class),
    LEAVE(AgentBean.KEEPER, "leave", String.class),
    LOSE(AgentBean.KEEPER, "lose", String.class),
    LOSE_ALL(AgentBean.KEEPER, "loseAll"),
    TAKE_SAMPLES(AgentBean.SAMPLER, "take"),
    STOP_SAMPLING(AgentBean.SAMPLER, "stop"),
    TAKE_RECORD(AgentBean.RECORDER, "take"),
    WATCH_STATEMENTS(AgentBean.RECORDER, "watchStatements"),
    STOP_RECORDING(AgentBean.RECORDER, "stop"),
    SCHEDULE_LIMITS(AgentBean.LIMITER, "schedule", int[].class, int[].class, int.class),
    GUARD_BORROWS(AgentBean.LIMITER, "guard", long[].class),
    TAKE_COUNTS(AgentBean.LIMITER, "take"),
    STOP_LIMITING(AgentBean.LIMITER, "stop");

    private final String bean;
    private final String method;
    private final String[] types;

    AgentOperation(String bean, String method, Class<?>... types) {
        this.bean = bean;
        this.method = method;
        this.types = Arrays.stream(types).map(Class::getName).toArray(String[]::new);
    }

    /** Returns the object name of the MBean that has this operation. */
    public String bean() {
        return bean;
    }

    /** Returns the name of the method and the names of its parameters' types, as {@code change(java.lang.String,int)}. */
    public String signature() {
        return method + "(" + String.join(",", types) + ")";
    }

    /**
     * Calls it in this JVM.
     *
     * @param arguments as many as the operation has parameters
     * @return its result, null if it has none
     * @throws JMException if the MBean is not there, or if the operation fails, with its failure as the cause
     */
    public Object on(MBeanServer server, Object... arguments) throws JMException {
        return server.invoke(new ObjectName(bean), method, arguments, types);
    }

    /**
     * Calls it in another JVM.
     *
     * @param arguments as many as the operation has parameters
     * @return its result, null if it has none
     * @throws JMException if the MBean is not there, or if the operation fails, with its failure as the cause
     * @throws IOException if the other JVM cannot be reached
     */
    public Object on(MBeanServerConnection server, Object... arguments) throws JMException, IOException {
        return server.invoke(new ObjectName(bean), method, arguments, types);
    }
}
