package dev.poolfit.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The password of the environment is sent to a database of this machine, and to the host that the user named. */
class DatabaseHostOptionTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("DB_PASSWORD", "hush");

    private final List<Message> told = new ArrayList<>();

    private Optional<Secret> password(String url, Map<String, String> environment, String... arguments) {
        DatabaseHostOption option = CommandLine.populateCommand(new DatabaseHostOption(), arguments);
        return option.password(Database.of(url).orElseThrow(), environment, told::add);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://127.0.0.1:3306/shop,",
        "jdbc:postgresql://localhost/shop,",
        "jdbc:mysql://[::1]:3306/shop,",
        "jdbc:mysql://db.example:3306/shop, db.example",
        "jdbc:mysql://DB.example/shop, db.EXAMPLE",
        "jdbc:mysql://[2001:db8::1]/shop, 2001:db8::1",
    })
    void it_is_sent_to_this_machine_and_to_the_host_that_the_user_named(String url, String named) {
        String[] arguments = named == null ? new String[0] : new String[] {"--database-host", named};

        assertThat(password(url, ENVIRONMENT, arguments)).contains(new Secret("hush"));
        assertThat(told).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db.example:3306/shop,",
        "jdbc:mysql://127.0.0.1.example/shop,",
        "jdbc:mysql://localhost.example/shop,",
        "jdbc:mysql://[2001:db8::1]/shop,",
        "jdbc:mysql://db.example.evil/shop, db.example",
        "jdbc:mysql://evil/shop, db.example",
    })
    void it_is_sent_to_no_other_host_and_that_is_told(String url, String named) {
        String[] arguments = named == null ? new String[0] : new String[] {"--database-host", named};

        assertThat(password(url, ENVIRONMENT, arguments)).isEmpty();
        assertThat(told).extracting(Message::key).containsExactly("database.unasked");
    }

    @Test
    void without_a_password_there_is_nothing_to_tell() {
        assertThat(password("jdbc:mysql://db.example/shop", Map.of())).isEmpty();
        assertThat(told).isEmpty();
    }
}
