package dev.poolfit.agent;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loads an agent into another JVM of this machine, with the module jdk.attach or, where the runtime lacks it, by HotSpot's
 * own protocol: a file asks the JVM to listen, SIGQUIT makes it look for the file, and commands go through a socket of the
 * file system (attachListener_posix.cpp and VirtualMachineImpl.java of OpenJDK).
 */
final class Attachment {
    private static final int TRIES = 100;
    private static final long BETWEEN_TRIES_MILLIS = 100;
    private static final Pattern INNER_PID = Pattern.compile("NSpid:.*?(\\d+)\\s*$", Pattern.MULTILINE);

    private Attachment() {}

    /** Loads the agent's file into a JVM; throws IOException if the JVM does not take the agent, with the reason. */
    static void load(long pid, Path jar, String arguments) throws IOException {
        Class<?> machine;
        try {
            machine = Class.forName("com.sun.tools.attach.VirtualMachine");
        } catch (ClassNotFoundException lacking) {
            loadBySocket(pid, jar, arguments);
            return;
        }
        try {
            Object attached = machine.getMethod("attach", String.class).invoke(null, "" + pid);
            try {
                machine.getMethod("loadAgent", String.class, String.class).invoke(attached, jar.toString(), arguments);
            } finally {
                machine.getMethod("detach").invoke(attached);
            }
        } catch (InvocationTargetException refused) {
            throw new IOException(String.valueOf(refused.getCause().getMessage()), refused);
        } catch (ReflectiveOperationException unlike) {
            throw new IOException(unlike.toString(), unlike);
        }
    }

    private static void loadBySocket(long pid, Path jar, String arguments) throws IOException {
        Path root = Path.of("/proc", "" + pid, "root", "tmp");
        long inner = inner(pid);
        Path socket = root.resolve(".java_pid" + inner);
        if (!Files.exists(socket)) {
            Path request = root.resolve(".attach_pid" + inner);
            Files.write(request, new byte[0]);
            try {
                awaken(pid, socket);
            } finally {
                Files.deleteIfExists(request);
            }
        }
        String answer = ask(socket, "1", "load", "instrument", "false", jar + "=" + arguments);
        String[] lines = answer.split("\n", 3);
        if (!lines[0].trim().equals("0")
                || lines.length > 1
                        && lines[1].startsWith("return code: ")
                        && !lines[1].trim().equals("return code: 0")) {
            throw new IOException("it answered: " + answer.replace('\n', ' ').trim());
        }
    }

    /** Returns the process id that the JVM has within its container. */
    private static long inner(long pid) throws IOException {
        Matcher told = INNER_PID.matcher(
                new String(Files.readAllBytes(Path.of("/proc", "" + pid, "status")), StandardCharsets.ISO_8859_1));
        return told.find() ? Long.parseLong(told.group(1)) : pid;
    }

    private static void awaken(long pid, Path socket) throws IOException {
        try {
            if (new ProcessBuilder("sh", "-c", "kill -QUIT " + pid).start().waitFor() != 0) {
                throw new IOException("it cannot be sent a signal");
            }
            for (int i = 0; i < TRIES && !Files.exists(socket); i++) {
                Thread.sleep(BETWEEN_TRIES_MILLIS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!Files.exists(socket)) {
            throw new IOException("it does not take attachments");
        }
    }

    /** Sends a command; sockets of the file system came with Java 16. */
    private static String ask(Path socket, String... words) throws IOException {
        SocketAddress address;
        SocketChannel opened;
        try {
            address = (SocketAddress) Class.forName("java.net.UnixDomainSocketAddress")
                    .getMethod("of", Path.class)
                    .invoke(null, socket);
            opened = (SocketChannel) SocketChannel.class
                    .getMethod("open", ProtocolFamily.class)
                    .invoke(null, StandardProtocolFamily.valueOf("UNIX"));
        } catch (ReflectiveOperationException | IllegalArgumentException old) {
            throw new IOException("the Java there has no module jdk.attach, and is older than 16", old);
        }
        try (SocketChannel channel = opened) {
            channel.connect(address);
            ByteBuffer question = ByteBuffer.wrap((String.join("\0", words) + "\0").getBytes(StandardCharsets.UTF_8));
            while (question.hasRemaining()) {
                channel.write(question);
            }
            StringBuilder answer = new StringBuilder();
            ByteBuffer part = ByteBuffer.allocate(1024);
            while (channel.read(part) >= 0) {
                answer.append(new String(part.array(), 0, part.position(), StandardCharsets.UTF_8));
                part.clear();
            }
            return answer.toString();
        }
    }
}
