package dev.poolfit.options;

import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import dev.poolfit.units.Message;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Decides whether a database that only the service names gets the password of the environment: one on this machine does, and
 * one on a host that the user names.
 */
public final class DatabaseHostOption {
    /** The variable of the environment that holds the password. */
    public static final String PASSWORD = "DB_PASSWORD";

    @Option(
            names = "--database-host",
            paramLabel = "HOST",
            description =
                    "The host of the service's database: DB_PASSWORD is sent there, too, and not only to this machine.")
    private @Nullable String host;

    public boolean given() {
        return host != null;
    }

    /**
     * Returns the password, where it may be sent to the database.
     *
     * @param named the database as the service names it
     * @param tell takes a sentence where there is a password that is not sent
     */
    public Optional<Secret> password(Database named, Map<String, String> environment, Consumer<Message> tell) {
        Optional<Secret> password =
                Optional.ofNullable(environment.get(PASSWORD)).map(Secret::new);
        if (password.isPresent() && !named.onThisMachine() && (host == null || !named.isAt(host))) {
            tell.accept(Message.of("database.unasked", named.address(), named.host()));
            return Optional.empty();
        }
        return password;
    }
}
