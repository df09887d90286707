package dev.poolfit.services.faults;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.annotation.PostConstruct;
import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The faults that a service may have, each in a method of its own. */
@Component
class Faults {
    private static final int LEAK_EVERY = 200;
    private static final int LOCKED = 5;

    private final FullHeap heap = new FullHeap();
    private final String fault;
    private final JdbcTemplate jdbc;
    private final EntityManager entities;
    private final HikariDataSource pool;
    private final TransactionTemplate transaction;
    private final TransactionTemplate another;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger orders = new AtomicInteger();
    private final ConcurrentLinkedQueue<Connection> lost = new ConcurrentLinkedQueue<>();
    private URI neighbour = URI.create("http://127.0.0.1/");

    Faults(
            @Value("${fault:none}") String fault,
            JdbcTemplate jdbc,
            EntityManager entities,
            HikariDataSource pool,
            PlatformTransactionManager manager) {
        this.fault = fault;
        this.jdbc = jdbc;
        this.entities = entities;
        this.pool = pool;
        this.transaction = new TransactionTemplate(manager);
        this.another = new TransactionTemplate(manager);
        another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    @PostConstruct
    void prepare() throws IOException {
        if (fault.equals("remote-call")) {
            neighbour = SlowNeighbour.start().resolve("40");
        }
        jdbc.execute(
                "create table if not exists item (id int primary key, name varchar(40), code varchar(40), stock int)");
        jdbc.execute("create table if not exists order_line (id int primary key, purchase_id int, item_id int,"
                + " index (purchase_id))");
        Long rows = jdbc.queryForObject("select count(*) from item", Long.class);
        if (rows != null && rows == 0) {
            jdbc.execute("insert into item select seq, concat('item ', seq), md5(seq), 100 from seq_1_to_100000");
            jdbc.execute("insert into order_line select seq, seq mod 1000, seq from seq_1_to_30000");
        }
        if (fault.equals("cold-cache")) {
            prepareCold();
        }
    }

    String order(int id) throws Exception {
        return switch (fault) {
            case "open-in-view" -> render(transaction.execute(status -> names(id)));
            case "n-plus-one" -> transaction.execute(status -> oneByOne(id));
            case "sleep" -> transaction.execute(status -> sleepWithin(id));
            case "remote-call" -> transaction.execute(status -> callWithin(id));
            case "missing-index" -> transaction.execute(status -> byCode(id));
            case "row-lock" -> transaction.execute(status -> sellTheSame());
            case "victims" -> transaction.execute(status -> lockAndSleep());
            case "nested", "deadlock" -> transaction.execute(status -> numberAnother(id));
            case "deadlock-three" -> transaction.execute(status -> numberTwo(id));
            case "leak" -> leakNowAndThen(id);
            case "pool-small", "pool-large" -> transaction.execute(status -> quickly(5));
            case "threads-few" -> transaction.execute(status -> quickly(20));
            case "service-cpu" -> digest(names(id), 200_000);
            case "database-cpu" -> transaction.execute(status -> benchmark());
            case "local-lock" -> transaction.execute(status -> oneAtATime(id));
            case "big-result" -> transaction.execute(status -> readAll());
            case "report" -> id % 20 == 0 ? transaction.execute(status -> report()) : names(id);
            case "garbage" -> names(id) + heap.replace();
            case "swapped" -> names(id) + heap.look();
            case "cold-cache" -> transaction.execute(status -> readCold(id));
            case "within-code" -> transaction.execute(status -> computeWithin(id));
            case "slow-opening" -> transaction.execute(status -> quickly(2));
            default -> transaction.execute(status -> names(id));
        };
    }

    /** Fills half as much again as the database's cache holds (256 MiB). */
    private void prepareCold() {
        jdbc.execute("create table if not exists history (id int primary key, text char(255) character set latin1)");
        jdbc.execute("insert ignore into history select seq, md5(seq) from seq_1_to_1400000");
    }

    private String names(int id) {
        return String.join(
                ", ", jdbc.queryForList("select name from item where id between ? and ?", String.class, id, id + 5));
    }

    /** Renders after the transaction; open-in-view keeps the connection all the same. */
    private String render(String names) {
        return digest(names, 25_000);
    }

    private static String digest(String text, int rounds) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] bytes = text.getBytes();
            for (int i = 0; i < rounds; i++) {
                bytes = digest.digest(bytes);
            }
            return text + bytes[0];
        } catch (java.security.GeneralSecurityException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private String oneByOne(int id) {
        StringBuilder names = new StringBuilder();
        for (OrderLine line : entities.createQuery(
                        "select l from OrderLine l where l.purchaseId = :id", OrderLine.class)
                .setParameter("id", id % 1000)
                .getResultList()) {
            names.append(line.getItem().getName());
        }
        return names.toString();
    }

    private String sleepWithin(int id) {
        String names = names(id);
        try {
            Thread.sleep(40);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return names;
    }

    private String callWithin(int id) {
        String names = names(id);
        try {
            client.send(HttpRequest.newBuilder(neighbour).build(), HttpResponse.BodyHandlers.discarding());
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
        return names;
    }

    private String byCode(int id) {
        return jdbc.queryForList("select name from item where code = ?", String.class, "c" + id)
                .toString();
    }

    private String sellTheSame() {
        jdbc.update("update item set stock = stock + 1 where id = 1");
        return quickly(15);
    }

    /** Keeps the rows that others need while it does something else. */
    private String lockAndSleep() {
        jdbc.update("update item set stock = stock + 1 where id between 1 and " + LOCKED);
        try {
            Thread.sleep(40);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return "";
    }

    String sell(int id) {
        return transaction.execute(
                status -> "" + jdbc.update("update item set stock = stock - 1 where id = ?", 1 + id % LOCKED));
    }

    private String quickly(int millis) {
        return "" + jdbc.queryForObject("select sleep(?)", Integer.class, millis / 1e3);
    }

    private String numberAnother(int id) {
        String names = names(id);
        return names + another.execute(status -> quickly(10));
    }

    private String numberTwo(int id) {
        return names(id) + another.execute(status -> numberAnother(id));
    }

    private String leakNowAndThen(int id) throws Exception {
        if (orders.incrementAndGet() % LEAK_EVERY == 1) {
            lose();
        }
        return names(id);
    }

    private void lose() throws Exception {
        lost.add(pool.getConnection());
    }

    private String benchmark() {
        return "" + jdbc.queryForObject("select benchmark(200000, sha1('x'))", Integer.class);
    }

    private String oneAtATime(int id) {
        lock.lock();
        try {
            return names(id) + quickly(8);
        } finally {
            lock.unlock();
        }
    }

    private String readAll() {
        return ""
                + jdbc.queryForList("select id, name, code, stock from item where id <= 20000")
                        .size();
    }

    private String report() {
        return ""
                + jdbc.queryForObject(
                        "select sum(length(code)), sleep(0.3) from item limit 1", (row, number) -> row.getLong(1));
    }

    /** Reads rows from all over a table, each on a page of its own. */
    private String readCold(int id) {
        return ""
                + jdbc.queryForObject(
                        "select count(h.text) from seq_1_to_200 s straight_join history h"
                                + " on h.id = 1 + (s.seq * 7919 + ? * 104729) mod 1400000",
                        Long.class,
                        id);
    }

    private String computeWithin(int id) {
        return digest(names(id), 25_000);
    }

    /** Closes connections, as a proxy or an administrator does. */
    @Scheduled(fixedRate = 400)
    void closeConnections() {
        if (fault.equals("slow-opening")) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    @Scheduled(fixedRate = 100)
    void exportJob() {
        if (fault.equals("job")) {
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                workers.add(new Thread(this::export, "export-" + i));
            }
            workers.forEach(Thread::start);
            workers.forEach(Faults::join);
        }
    }

    private void export() {
        transaction.execute(status -> quickly(1_500));
    }

    private static void join(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
