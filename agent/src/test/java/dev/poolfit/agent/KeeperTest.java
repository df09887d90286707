package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever fails while the settings of a lost tuner are put back, the watch goes on and puts them back later. */
class KeeperTest {
    private static final String TUNER = "tester";
    private static final long SHORT_SILENCE_SECONDS = 1;
    private static final long PATIENCE_MINUTES = 3;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private volatile CountDownLatch left = new CountDownLatch(1);
    private final NotificationListener leaving = (told, nothing) -> {
        if (told instanceof MBeanServerNotification change
                && change.getType().equals(MBeanServerNotification.UNREGISTRATION_NOTIFICATION)
                && change.getMBeanName().toString().equals("dev.poolfit:type=Keeper")) {
            left.countDown();
        }
    };
    private final ObjectName name;

    KeeperTest() throws JMException {
        name = new ObjectName("test:type=Setting");
    }

    @BeforeEach
    void listen() throws JMException {
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, leaving, null, null);
    }

    @AfterEach
    void forget() throws JMException {
        server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, leaving);
        server.unregisterMBean(name);
    }

    @Test
    void anErrorWhileSettingsArePutBackDoesNotEndTheWatch() throws Exception {
        var errors = new AtomicInteger(3);
        var setting = new Setting(new Size(10, new AtomicInteger()), new AtomicInteger());

        change(setting, new Size(3, errors));

        assertThat(left.await(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(errors).hasNonPositiveValue();
        assertThat(setting.value.number()).isEqualTo(10);
    }

    @Test
    void whatTheServiceRefusesForAWhileIsPutBackAfterwards() throws Exception {
        var refusals = new AtomicInteger(5);
        var setting = new Setting(new Size(10, new AtomicInteger()), refusals);

        change(setting, new Size(3, new AtomicInteger()));

        assertThat(left.await(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(refusals).hasNonPositiveValue();
        assertThat(setting.value.number()).isEqualTo(10);
    }

    /** The tuner that changes it is silent from then on. */
    private void change(Setting setting, Size value) throws JMException {
        server.registerMBean(setting, name);
        while (true) {
            Keeper.start(instrumentation(), TUNER, SHORT_SILENCE_SECONDS);
            try {
                server.invoke(
                        new ObjectName("dev.poolfit:type=Keeper"),
                        "change",
                        new Object[] {TUNER, name, "Size", value},
                        new String[] {
                            String.class.getName(),
                            ObjectName.class.getName(),
                            String.class.getName(),
                            Object.class.getName()
                        });
                return;
            } catch (JMException lostBefore) {
                left = new CountDownLatch(1);
            }
        }
    }

    /** One that opens nothing. */
    private static Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(
                KeeperTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> method.getReturnType() == boolean.class ? Boolean.FALSE : null);
    }

    /** @param errors so many comparisons fail, as classes do that cannot be loaded any more */
    private record Size(int number, AtomicInteger errors) {
        @Override
        public boolean equals(Object other) {
            if (errors.getAndDecrement() > 0) {
                throw new NoClassDefFoundError("none left");
            }
            return other instanceof Size size && size.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** An MBean that refuses its first value so many times. */
    private static final class Setting implements DynamicMBean {
        private final Size first;
        private final AtomicInteger refusals;
        private volatile Size value;

        Setting(Size first, AtomicInteger refusals) {
            this.first = first;
            this.refusals = refusals;
            value = first;
        }

        @Override
        public Object getAttribute(String attribute) {
            return value;
        }

        @Override
        public void setAttribute(Attribute given) {
            if (given.getValue() == first && refusals.getAndDecrement() > 0) {
                throw new OutOfMemoryError("not now");
            }
            value = (Size) given.getValue();
        }

        @Override
        public AttributeList getAttributes(String[] attributes) {
            return new AttributeList();
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            return new AttributeList();
        }

        @Override
        public Object invoke(String action, Object[] parameters, String[] signature) {
            throw new UnsupportedOperationException(action);
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo(Setting.class.getName(), "a setting", null, null, null, null);
        }
    }
}
