package dev.poolfit.service;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.ObjectName;

/** A service whose MBean answers with objects that JMX has no use for, and that do something when they are read. */
public final class UnwelcomeService {
    static final String BEAN = "test:type=Unwelcome";
    /** How many were read in this JVM. */
    static final AtomicInteger READ = new AtomicInteger();

    private UnwelcomeService() {}

    /** What it answers. */
    public interface AnswerMBean {
        Object getObject();

        Object getWithin();

        String getPlain();
    }

    /** The MBean itself. */
    public static final class Answer implements AnswerMBean {
        @Override
        public Object getObject() {
            return new Trigger();
        }

        @Override
        public Object getWithin() {
            var list = new ArrayList<Object>();
            list.add(new Trigger[] {new Trigger()});
            return list;
        }

        @Override
        public String getPlain() {
            return "plain";
        }
    }

    private static final class Trigger implements Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }
    }

    public static void main(String[] arguments) throws Exception {
        ManagementFactory.getPlatformMBeanServer().registerMBean(new Answer(), new ObjectName(BEAN));
        System.out.println("ready");
        System.in.read();
    }
}
