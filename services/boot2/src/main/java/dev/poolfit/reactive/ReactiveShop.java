package dev.poolfit.reactive;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A reactive service with blocking JDBC, in the ways in which one meets it. */
@SpringBootApplication
@RestController
public class ReactiveShop {
    private static final int MILLIS = 20;

    private final DataSource items;

    public ReactiveShop(DataSource items) {
        this.items = items;
    }

    public static void main(String[] arguments) {
        SpringApplication.run(ReactiveShop.class, arguments);
    }

    /** Blocks the event loop. */
    @GetMapping("/loop/{id}")
    public Mono<String> loop(@PathVariable("id") int id) throws SQLException, InterruptedException {
        try (Connection connection = items.getConnection()) {
            return Mono.just(price(connection, id));
        }
    }

    /** Blocks a thread of a pool, as Reactor advises. */
    @GetMapping("/elastic/{id}")
    public Mono<String> elastic(@PathVariable("id") int id) {
        return Mono.fromCallable(() -> {
                    try (Connection connection = items.getConnection()) {
                        return price(connection, id);
                    }
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** Gets the connection on one thread; another one uses it and gives it back. */
    @GetMapping("/handed/{id}")
    public Mono<String> handed(@PathVariable("id") int id) throws SQLException {
        Connection connection = items.getConnection();
        return Mono.fromCallable(() -> {
                    try (connection) {
                        return price(connection, id);
                    }
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private static String price(Connection connection, int id) throws SQLException, InterruptedException {
        try (PreparedStatement query = connection.prepareStatement("select cast(? as int) * 2")) {
            query.setInt(1, id);
            try (ResultSet price = query.executeQuery()) {
                price.next();
                Thread.sleep(MILLIS);
                return price.getString(1);
            }
        }
    }
}
