package shop;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** An ordinary service, which holds a connection for a while. */
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
    public String item(@PathVariable("id") int id) throws SQLException, InterruptedException {
        try (Connection connection = items.getConnection()) {
            Thread.sleep(50);
            return "item " + id + " of " + connection.getMetaData().getDatabaseProductName();
        }
    }
}
