package dev.poolfit.benchmarks.crash;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.RMIServerSocketFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A service with the real HikariCP, Tomcat and a real database, which is up within a second or two: {@code PORT JMX_PORT},
 * the database in {@code VICTIM_URL}, {@code VICTIM_USER} and {@code VICTIM_PASSWORD}. It serves JMX by a connector of its
 * own, on loopback alone, so that the JVM's own management agent is as absent as in most services.
 */
public final class Victim extends HttpServlet {
    /** Tells the class of the pool's own bag, in whose place a limiter may be. */
    static final ObjectName BAG = bagName();

    static final int POOL = 10;
    static final int THREADS = 20;

    private static final long serialVersionUID = 1L;

    private final transient HikariDataSource pool;

    private Victim(HikariDataSource pool) {
        this.pool = pool;
    }

    /** What the campaign asks for. */
    public interface BagMBean {
        String getClassName() throws ReflectiveOperationException;
    }

    private static ObjectName bagName() {
        try {
            return new ObjectName("victim:type=Bag");
        } catch (MalformedObjectNameException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private static String bagOf(HikariDataSource source) throws ReflectiveOperationException {
        Field pool = HikariDataSource.class.getDeclaredField("pool");
        pool.setAccessible(true);
        Object of = pool.get(source);
        Field bag = of.getClass().getDeclaredField("connectionBag");
        bag.setAccessible(true);
        return bag.get(of).getClass().getName();
    }

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        HikariDataSource pool = pool();
        BagMBean bag = () -> bagOf(pool);
        ManagementFactory.getPlatformMBeanServer().registerMBean(new StandardMBean(bag, BagMBean.class), BAG);
        var tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setPort(Integer.parseInt(arguments[0]));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", "" + THREADS);
        Context context = tomcat.addContext("", Path.of(".").toAbsolutePath().toString());
        Tomcat.addServlet(context, "query", new Victim(pool));
        context.addServletMappingDecoded("/", "query");
        tomcat.start();
        serveJmx(Integer.parseInt(arguments[1]));
        System.out.println("READY");
        System.out.flush();
        tomcat.getServer().await();
    }

    private static HikariDataSource pool() {
        Map<String, String> environment = System.getenv();
        var config = new HikariConfig();
        config.setPoolName("main");
        config.setJdbcUrl(environment.get("VICTIM_URL"));
        config.setUsername(environment.get("VICTIM_USER"));
        config.setPassword(environment.get("VICTIM_PASSWORD"));
        config.setMaximumPoolSize(POOL);
        config.setConnectionTimeout(2_000);
        config.setRegisterMbeans(true);
        return new HikariDataSource(config);
    }

    static String jmxUrl(int port) {
        return "service:jmx:rmi://127.0.0.1:" + port + "/jndi/rmi://127.0.0.1:" + port + "/jmxrmi";
    }

    private static void serveJmx(int port) throws IOException {
        RMIServerSocketFactory loopback = at -> new ServerSocket(at, 50, InetAddress.getLoopbackAddress());
        LocateRegistry.createRegistry(port, null, loopback);
        JMXConnectorServerFactory.newJMXConnectorServer(
                        new JMXServiceURL(jmxUrl(port)),
                        Map.of(RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE, loopback),
                        ManagementFactory.getPlatformMBeanServer())
                .start();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT SLEEP(0.02)");
            response.getWriter().println("ok");
        } catch (SQLException failed) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, failed.getMessage());
        }
    }
}
