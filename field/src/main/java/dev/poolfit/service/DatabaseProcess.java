package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.process.Listeners;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.process.ProcessTimes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the CPU of the database's processes on this machine, in cores. */
final class DatabaseProcess implements Probe {
    private static final Set<String> PROGRAMS = Set.of("mysqld", "mariadbd", "postgres");

    private static final Pattern ADDRESS =
            Pattern.compile("jdbc:(mysql|mariadb|postgresql)://([^:/?,()]+)(?::(\\d{1,5}))?(?:[/?].*)?");

    private final long pid;
    private final Growth cpu;

    DatabaseProcess(long pid, LongSupplier nanoseconds) {
        this.pid = pid;
        this.cpu = new Growth(nanoseconds);
    }

    /** Finds the database's process, if it runs on this machine and may be seen. */
    static OptionalLong find(Database database) {
        return find(database.host(), database.port());
    }

    private static OptionalLong find(String host, int port) {
        if (!ProcFiles.available() || !local(host)) {
            return OptionalLong.empty();
        }
        return Listeners.now().on(port).stream()
                .filter(pid -> PROGRAMS.contains(ProcFiles.command(pid)))
                .mapToLong(pid -> pid)
                .findFirst();
    }

    /**
     * Finds the process of the database that a pool leads to, if it runs on this machine and may be seen.
     *
     * @param url the pool's JDBC address
     */
    static OptionalLong findBehind(String url) {
        Matcher address = ADDRESS.matcher(url);
        if (!address.matches()) {
            return OptionalLong.empty();
        }
        int usual = address.group(1).equals("postgresql") ? 5432 : 3306;
        return find(address.group(2), address.group(3) == null ? usual : Integer.parseInt(address.group(3)));
    }

    /** Returns whether the name leads to this machine, as far as it is known. */
    static boolean local(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException unknown) {
            return false;
        }
    }

    @Override
    public String name() {
        return "database process";
    }

    @Override
    public Subject subject() {
        return Subject.DATABASE;
    }

    @Override
    public Map<Metric, Double> read() {
        double seconds = ProcessTimes.whole(pid);
        if (seconds == 0) {
            throw new EnvironmentFailure("the database's process " + pid + " has ended", "start the database again");
        }
        return cpu.rateTo(seconds).stream()
                .boxed()
                .collect(java.util.stream.Collectors.toMap(cores -> Metric.DATABASE_CPU, cores -> cores));
    }
}
