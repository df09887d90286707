package dev.poolfit.services;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot service as its framework's first page has it: nothing of it knows that it is going to be tuned. */
@SpringBootApplication
@RestController
public class Shop {
    private final DataSource items;

    public Shop(DataSource items) {
        this.items = items;
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    @GetMapping("/items/{id}")
    public String item(@PathVariable("id") int id) throws SQLException {
        try (Connection connection = items.getConnection()) {
            return "item " + id + " of " + connection.getMetaData().getDatabaseProductName();
        }
    }
}
