package dev.poolfit.services.faults;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Faults whose harm is seen elsewhere than in the pool: at the threads that carry virtual ones, and at the health check. */
@Component
class WaitFaults {
    private static final int BRIEFLY = 20;
    private static final int LONG = 300;

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;

    WaitFaults(JdbcTemplate jdbc, PlatformTransactionManager manager) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(manager);
    }

    /** Waits within a monitor that nobody else wants: until JDK 24 the virtual thread keeps its carrier so long. */
    String pinned(int id) throws InterruptedException {
        synchronized (new Object()) {
            Thread.sleep(BRIEFLY);
        }
        return name(id);
    }

    /** Sleeps with a connection for so long that a health check waits for its own. */
    String sleepLong(int id) {
        return transaction.execute(status -> {
            String name = name(id);
            try {
                Thread.sleep(LONG);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            return name;
        });
    }

    private String name(int id) {
        return jdbc.queryForObject("select name from item where id = ?", String.class, id);
    }
}
