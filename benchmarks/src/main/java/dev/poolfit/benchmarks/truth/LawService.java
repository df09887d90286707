package dev.poolfit.benchmarks.truth;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleUnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A law as a live service with the real HikariCP and Tomcat: {@code LAW SEED SPEED POOL}. It sleeps where a service
 * would compute; it prints {@code PORT} and its port once it listens.
 */
public final class LawService extends HttpServlet {
    static final String READY = "PORT ";

    private static final long serialVersionUID = 1L;
    private static final double MILLISECOND = 1e6;
    /** Nanoseconds that a sleeping thread may wake up too late; the rest it spins. */
    private static final long LATE = 80_000;

    private final transient Work work;
    private final transient DoubleUnaryOperator speed;
    private final transient HikariDataSource pool;
    private final transient Permits service;
    private final transient Permits database;
    private final AtomicLong first = new AtomicLong();

    private LawService(Work work, DoubleUnaryOperator speed, HikariDataSource pool) {
        this.work = work;
        this.speed = speed;
        this.pool = pool;
        this.service = new Permits(work.outsidePermits());
        this.database = new Permits(work.databasePermits());
    }

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Law law = Law.of(arguments[0]);
        DoubleUnaryOperator speed = Speed.valueOf(arguments[2]).course(Long.parseLong(arguments[1]));
        HikariDataSource pool = pool(Integer.parseInt(arguments[3]));
        var tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", "" + Law.THREADS);
        Context context = tomcat.addContext("", Path.of(".").toAbsolutePath().toString());
        Tomcat.addServlet(context, "law", new LawService(law.work, speed, pool));
        context.addServletMappingDecoded("/", "law");
        tomcat.start();
        System.out.println(READY + tomcat.getConnector().getLocalPort());
        System.out.flush();
        tomcat.getServer().await();
    }

    private static HikariDataSource pool(int size) {
        var config = new HikariConfig();
        config.setPoolName("main");
        config.setDataSource(StubDatabase.source());
        config.setMaximumPoolSize(size);
        config.setRegisterMbeans(true);
        return new HikariDataSource(config);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        first.compareAndSet(0, System.nanoTime());
        long origin = first.get();
        long outside = System.nanoTime() - origin;
        double pace = MILLISECOND / speed.applyAsDouble(outside / 1e9);
        sleepUntil(origin + service.leave(outside, n -> pace * draw(work.outside())));
        try (Connection connection = pool.getConnection()) {
            long held = System.nanoTime() - origin;
            double now = MILLISECOND / speed.applyAsDouble(held / 1e9);
            long answered = database.leave(held, n -> now * work.slowdown(n) * draw(work.database()));
            sleepUntil(origin + answered + Math.round(now * draw(work.delay())));
            response.setHeader("X-Read-Only", "" + connection.isReadOnly());
        } catch (SQLException failed) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, failed.getMessage());
            return;
        }
        response.getWriter().println("ok");
    }

    private double draw(double mean) {
        return work.draw(mean, ThreadLocalRandom.current().nextDouble());
    }

    private static void sleepUntil(long moment) {
        for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
            if (left > LATE) {
                LockSupport.parkNanos(left - LATE);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
