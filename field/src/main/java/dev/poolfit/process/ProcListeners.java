package dev.poolfit.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads Linux's /proc. */
final class ProcListeners implements Listeners {
    private static final String LISTEN = "0A";

    private final Map<String, Integer> portOfSocket;

    private ProcListeners(Map<String, Integer> portOfSocket) {
        this.portOfSocket = portOfSocket;
    }

    static Listeners now() {
        var ports = new HashMap<String, Integer>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            ProcFiles.text(Path.of(table))
                    .ifPresent(text -> text.lines().skip(1).forEach(line -> {
                        String[] fields = line.strip().split("\\s+", -1);
                        if (fields.length > 9 && fields[3].equals(LISTEN)) {
                            String local = fields[1];
                            ports.put(
                                    "socket:[" + fields[9] + "]",
                                    Integer.parseInt(local.substring(local.lastIndexOf(':') + 1), 16));
                        }
                    }));
        }
        return new ProcListeners(ports);
    }

    @Override
    public boolean taken(int port) {
        return portOfSocket.containsValue(port);
    }

    @Override
    public List<Long> on(int port) {
        var found = new ArrayList<Long>();
        if (taken(port)) {
            ProcessHandle.allProcesses()
                    .mapToLong(ProcessHandle::pid)
                    .sorted()
                    .filter(pid -> of(pid).contains(port))
                    .forEach(found::add);
        }
        return found;
    }

    @Override
    public Set<Integer> of(long pid) {
        var ports = new TreeSet<Integer>();
        for (String socket : sockets(pid)) {
            Integer port = portOfSocket.get(socket);
            if (port != null) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static Set<String> sockets(long pid) {
        var links = new HashSet<String>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(ProcFiles.of(pid).resolve("fd"))) {
            for (Path file : files) {
                links.add(target(file));
            }
        } catch (IOException gone) {
            return links;
        }
        return links;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
