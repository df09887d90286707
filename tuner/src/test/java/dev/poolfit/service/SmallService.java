package dev.poolfit.service;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.modeler.Registry;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * A service with the real HikariCP and Tomcat (or none, or one whose requests run on an executor of its own), run in a JVM of its own by the tests; {@code /hold} holds a connection
 * until a line on standard input releases all, {@code /work} for as long as the system property {@code hold} says, {@code /use} only takes and returns one. Like Spring Boot it takes its accept count from the environment. Its
 * system properties say what it lacks.
 */
final class SmallService extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private static final CountDownLatch RELEASED = new CountDownLatch(1);

    private static volatile @Nullable ThreadPoolExecutor workers;

    private transient volatile @Nullable HikariDataSource pool;

    private SmallService(@Nullable HikariDataSource pool) {
        this.pool = pool;
    }

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Metrics.addRegistry(new SimpleMeterRegistry());
        @Nullable HikariDataSource pool = null;
        for (String name : System.getProperty("pools", "main").split(",", 0)) {
            pool = name.isEmpty() ? null : pool(name);
        }
        String server = System.getProperty("server", "tomcat");
        if (server.equals("none")) {
            try (var deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                say("PORT " + deaf.getLocalPort());
                Thread.currentThread().join();
            }
        }
        if (!Boolean.getBoolean("tomcatMBeans")) {
            Registry.disableRegistry();
        }
        var tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setPort(Integer.getInteger("port", 0));
        tomcat.getConnector().setProperty("maxThreads", "20");
        tomcat.getConnector()
                .setProperty("acceptCount", System.getenv().getOrDefault("SERVER_TOMCAT_ACCEPTCOUNT", "100"));
        Context context = tomcat.addContext("", Path.of(".").toAbsolutePath().toString());
        Tomcat.addServlet(context, "hold", new SmallService(pool));
        context.addServletMappingDecoded("/", "hold");
        if (server.equals("executor")) {
            tomcat.getConnector().getProtocolHandler().setExecutor(Executors.newCachedThreadPool());
        }
        if (server.equals("virtual")) {
            tomcat.getConnector().getProtocolHandler().setExecutor((ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
        }
        tomcat.start();
        if (tomcat.getConnector().getProtocolHandler().getExecutor() instanceof ThreadPoolExecutor own) {
            workers = own;
        }
        say("PORT " + tomcat.getConnector().getLocalPort());
        if (System.in.read() >= 0) {
            RELEASED.countDown();
        }
        tomcat.getServer().await();
    }

    private static HikariDataSource pool(String name) {
        // One made of nothing starts at its first use.
        HikariConfig config = Boolean.getBoolean("lazy") ? new HikariDataSource() : new HikariConfig();
        config.setPoolName(name);
        String url = System.getProperty("url");
        if (url == null) {
            config.setDataSource(new StubDataSource());
        } else {
            config.setJdbcUrl(url);
            config.setUsername(System.getProperty("user"));
            config.setPassword(System.getProperty("password"));
        }
        config.setMaximumPoolSize(Integer.getInteger("pool", 10));
        config.setMinimumIdle(Integer.getInteger("minimumIdle", Integer.getInteger("pool", 10)));
        config.setConnectionTimeout(Long.getLong("connectionTimeout", 3000));
        config.setRegisterMbeans(Boolean.parseBoolean(System.getProperty("poolMBeans", "true")));
        config.setMetricRegistry(Metrics.globalRegistry);
        return config instanceof HikariDataSource lazy ? lazy : new HikariDataSource(config);
    }

    /** The class of the pool's metrics tracker. */
    private static String tracker(@Nullable HikariDataSource source) {
        try {
            Object pool = field(Objects.requireNonNull(source), "pool");
            return field(field(pool, "metricsTracker"), "tracker").getClass().getName();
        } catch (ReflectiveOperationException unlike) {
            throw new IllegalStateException(unlike);
        }
    }

    /** The classes that stand behind the connections which the pool has. */
    private static String connections(@Nullable HikariDataSource source) {
        try {
            Object bag = bag(source);
            var classes = new StringBuilder();
            for (Object entry : (List<?>) field(bag, "sharedList")) {
                classes.append(Proxy.getInvocationHandler(field(entry, "connection"))
                                .getClass()
                                .getName())
                        .append('\n');
            }
            return classes.toString();
        } catch (ReflectiveOperationException unlike) {
            throw new IllegalStateException(unlike);
        }
    }

    /** The identities of the entries of the pool's bag. */
    private static String entries(@Nullable HikariDataSource source) {
        try {
            return ((List<?>) field(bag(source), "sharedList"))
                    .stream().map(each -> "" + System.identityHashCode(each)).collect(Collectors.joining(" "));
        } catch (ReflectiveOperationException unlike) {
            throw new IllegalStateException(unlike);
        }
    }

    private static Object bag(@Nullable HikariDataSource source) {
        try {
            return field(field(Objects.requireNonNull(source), "pool"), "connectionBag");
        } catch (ReflectiveOperationException unlike) {
            throw new IllegalStateException(unlike);
        }
    }

    /** The class of the queue of Tomcat's workers, how many of these there are, and how many run a request. */
    private static String queue() {
        ThreadPoolExecutor executor = Objects.requireNonNull(workers);
        return executor.getQueue().getClass().getName() + " " + executor.getPoolSize() + " "
                + executor.getActiveCount();
    }

    static Object field(Object object, String name) throws ReflectiveOperationException {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(object);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private synchronized void reopen() {
        if (pool != null) {
            pool.close();
            pool = pool("main");
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getServletPath();
        if (path.equals("/reopen")) {
            reopen();
        }
        HikariDataSource present = pool;
        if (present != null && Set.of("/hold", "/work", "/use").contains(path)) {
            try (Connection connection = present.getConnection()) {
                if (path.equals("/hold")) {
                    RELEASED.await();
                } else if (path.equals("/work")) {
                    RELEASED.await(Long.getLong("hold"), TimeUnit.MILLISECONDS);
                }
                response.setHeader("X-Read-Only", "" + connection.isReadOnly());
            } catch (SQLException | InterruptedException failed) {
                response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, failed.getMessage());
                return;
            }
        }
        if (present != null && path.equals("/handed")) {
            handOn(present, response);
        }
        if (present != null && path.equals("/interrupted")) {
            interrupt(present, response);
        }
        response.getWriter()
                .println(
                        switch (path) {
                            case "/opened" -> "" + StubDataSource.opened();
                            case "/tracker" -> tracker(present);
                            case "/connections" -> connections(present);
                            case "/bag" -> bag(present).getClass().getName();
                            case "/queue" -> queue();
                            case "/inside" -> BagOfService.inside(bag(present));
                            case "/own" -> BagOfService.replace(Objects.requireNonNull(present));
                            case "/idle" ->
                                ""
                                        + Objects.requireNonNull(present)
                                                .getHikariPoolMXBean()
                                                .getIdleConnections();
                            case "/active" ->
                                ""
                                        + Objects.requireNonNull(present)
                                                .getHikariPoolMXBean()
                                                .getActiveConnections();
                            case "/timeouts" ->
                                ""
                                        + (long) Metrics.globalRegistry
                                                .get("hikaricp.connections.timeout")
                                                .counter()
                                                .count();
                            case "/entries" -> entries(present);
                            case "/objects" -> JdbcObjects.of(Objects.requireNonNull(present));
                            default -> "ok";
                        });
    }

    /** Another thread gives the connection back. */
    private static void handOn(HikariDataSource present, HttpServletResponse response) throws IOException {
        try {
            Connection connection = present.getConnection();
            Thread other = new Thread(() -> {
                try {
                    connection.close();
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            other.start();
            other.join();
        } catch (SQLException | InterruptedException failed) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, failed.getMessage());
        }
    }

    /** A thread that waits for a connection is interrupted. */
    private static void interrupt(HikariDataSource present, HttpServletResponse response) throws IOException {
        Thread waiting = new Thread(() -> {
            try (Connection unexpected = present.getConnection()) {
                throw new IllegalStateException("not interrupted, but got " + unexpected);
            } catch (SQLException interrupted) {
                // As expected.
            }
        });
        waiting.start();
        try {
            while (waiting.isAlive() && waiting.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            waiting.interrupt();
            waiting.join();
        } catch (InterruptedException stopped) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, stopped.getMessage());
        }
    }

    @SuppressWarnings("SystemOut")
    static void say(String line) {
        PrintStream out = System.out;
        out.println(line);
        out.flush();
    }
}
