package dev.poolfit.benchmarks.harm;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A service in which 20 threads borrow all the time, each for 1 to 5 ms. It does what its standard input says, a line for each, and answers
 * each line by one.
 */
final class HarmedService {
    static final int USERS = 20;
    static final int POOL = 12;
    /** The longest time for which a connection is held. */
    static final long HELD = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long SETTLING = TimeUnit.SECONDS.toNanos(10);

    /** One for each pool: a pool that is closed while threads wait may leave connections open by itself. */
    private volatile CountedDatabase database = new CountedDatabase();

    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock(true);
    private final Set<String> errors = new ConcurrentSkipListSet<>();
    private final AtomicLong borrows = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong hiccup = new AtomicLong();
    private final AtomicInteger broken = new AtomicInteger();
    private volatile boolean pausing;
    private volatile HikariDataSource source = open();
    private volatile Object own = bag();

    private HarmedService() throws ReflectiveOperationException {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
        var service = new HarmedService();
        for (int user = 0; user < USERS; user++) {
            start("user-" + user, () -> service.use(new Random()));
        }
        start("ticker", service::tick);
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(service.answer(line));
        }
        System.exit(0);
    }

    private static void start(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private HikariDataSource open() {
        var config = new HikariConfig();
        config.setPoolName("main");
        config.setDataSource(database.source());
        config.setMaximumPoolSize(POOL);
        config.setConnectionTimeout(2_000);
        config.setAllowPoolSuspension(true);
        config.setLeakDetectionThreshold(2_000);
        config.setRegisterMbeans(true);
        return new HikariDataSource(config);
    }

    private Object bag() throws ReflectiveOperationException {
        Field pool = HikariDataSource.class.getDeclaredField("pool");
        pool.setAccessible(true);
        Object inner = pool.get(source);
        Field bag = inner.getClass().getDeclaredField("connectionBag");
        bag.setAccessible(true);
        return bag.get(inner);
    }

    private void use(Random random) {
        while (true) {
            while (pausing) {
                LockSupport.parkNanos(HELD);
            }
            gate.readLock().lock();
            long begin = System.nanoTime();
            try (Connection connection = source.getConnection()) {
                longest.accumulateAndGet(System.nanoTime() - begin, Math::max);
                LockSupport.parkNanos(HELD / 5 + random.nextLong(HELD * 4 / 5));
                borrows.incrementAndGet();
                if (broken.get() > 0 && broken.getAndDecrement() > 0) {
                    connection.getCatalog();
                }
            } catch (SQLException | RuntimeException failed) {
                errors.add(String.valueOf(failed.getMessage()).replaceAll("\\d+", "N"));
                LockSupport.parkNanos(HELD);
            } finally {
                gate.readLock().unlock();
            }
        }
    }

    /** Notes how late this machine is by itself. */
    private void tick() {
        long before = System.nanoTime();
        while (true) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            long now = System.nanoTime();
            hiccup.accumulateAndGet(now - before, Math::max);
            before = now;
        }
    }

    private String answer(String line) throws Exception {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
            case "begin" -> {
                errors.clear();
                longest.set(0);
                hiccup.set(0);
                borrows.set(0);
                broken.set(0);
            }
            case "fault" -> fault(Fault.valueOf(words[1]));
            case "own" -> {
                return "" + (bag() == own);
            }
            case "settle" -> {
                return settle();
            }
            default -> throw new IllegalArgumentException(line);
        }
        return "ok";
    }

    private void fault(Fault fault) throws Exception {
        var pool = source.getHikariPoolMXBean();
        switch (fault) {
            case NONE -> {}
            case EVICT -> pool.softEvictConnections();
            case BREAK -> broken.set(5);
            case REFUSE -> {
                database.refuses = true;
                pool.softEvictConnections();
                Thread.sleep(Fault.MILLIS);
                database.refuses = false;
            }
            case SUSPEND -> {
                // Who keeps asking for connections would keep HikariCP from suspending.
                pausing = true;
                pool.suspendPool();
                pausing = false;
                Thread.sleep(Fault.MILLIS);
                pool.resumePool();
            }
            case GROW -> source.setMaximumPoolSize(POOL + 6);
            case SHRINK -> source.setMaximumPoolSize(POOL / 2);
            case CLOSE -> {
                HikariDataSource before = source;
                before.close();
                database = new CountedDatabase();
                source = open();
                own = bag();
            }
        }
    }

    /** Tells the figures, and what is not as it was, once all users have given back what they had. */
    private String settle() throws Exception {
        String figures = "borrows=" + borrows + " longestMs=" + longest.get() / 1_000_000 + " hiccupMs="
                + hiccup.get() / 1_000_000;
        var wrong = new TreeSet<>(errors);
        gate.writeLock().lock();
        try {
            long until = System.nanoTime() + SETTLING;
            List<String> amiss;
            do {
                Thread.sleep(5);
                amiss = amiss();
            } while (!amiss.isEmpty() && System.nanoTime() < until);
            wrong.addAll(amiss);
            source.setMaximumPoolSize(POOL);
        } finally {
            gate.writeLock().unlock();
        }
        return figures + (wrong.isEmpty() ? "" : " WRONG " + String.join("; ", wrong));
    }

    private List<String> amiss() throws ReflectiveOperationException {
        var amiss = new ArrayList<String>();
        var pool = source.getHikariPoolMXBean();
        if (bag() != own) {
            amiss.add("the bag is not the pool's own");
        }
        if (pool.getIdleConnections() != pool.getTotalConnections()) {
            amiss.add("idle " + pool.getIdleConnections() + " of " + pool.getTotalConnections());
        }
        if (pool.getTotalConnections() != database.open()) {
            amiss.add("total " + pool.getTotalConnections() + ", but open " + database.open());
        }
        if (pool.getTotalConnections() < 1 || pool.getThreadsAwaitingConnection() > 0) {
            amiss.add("total " + pool.getTotalConnections() + ", waiting " + pool.getThreadsAwaitingConnection());
        }
        return amiss;
    }
}
