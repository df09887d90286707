package dev.poolfit.agent;

import dev.poolfit.wire.AgentArgument;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * Runs beside a service that is somewhere else: loads the agent into it, and passes on what tuner and agent say to each
 * other, between standard input and output and a connection that the agent opens to it. When either side ends, so does
 * the other; its files are removed before that.
 */
final class Helper {
    /** The bytes that tell the tuner where the helper's own words begin. */
    static final byte[] MAGIC = "\0poolfit\0".getBytes(StandardCharsets.US_ASCII);

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int BUFFER = 8192;

    private Helper() {}

    /**
     * Runs until either side ends.
     *
     * @param arguments the agent's file; the service's process id or 0; the port that the service listens on, or 0
     * @throws IOException if its own files cannot be removed; a service that cannot be used is told to the tuner
     *     instead
     */
    public static void main(String[] arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        OutputStream tuner = new FileOutputStream(FileDescriptor.out);
        Socket service;
        long pid;
        try {
            pid = LocalJvms.choose(Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
            service = load(pid, jar);
        } catch (IOException refused) {
            say(tuner, "refused\n" + refused.getMessage());
            return;
        } finally {
            Files.deleteIfExists(jar);
            Files.deleteIfExists(jar.getParent());
        }
        say(tuner, "ready\n" + pid);
        pass(service, tuner);
    }

    private static Socket load(long pid, Path jar) throws IOException {
        String token =
                Long.toHexString(new SecureRandom().nextLong()) + Long.toHexString(new SecureRandom().nextLong());
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listener.setSoTimeout(PATIENCE_MILLIS);
            try {
                Attachment.load(
                        pid,
                        jar,
                        String.join(
                                "&",
                                AgentArgument.JAR.of(jar.toString()),
                                AgentArgument.DIAL.of("" + listener.getLocalPort()),
                                AgentArgument.TOKEN.of(token)));
            } catch (IOException refused) {
                throw new IOException("process " + pid + " did not take the agent: " + refused.getMessage(), refused);
            }
            Socket caller = listener.accept();
            byte[] told = caller.getInputStream().readNBytes(token.length() + 1);
            if (!new String(told, StandardCharsets.US_ASCII).equals(token + "\n")) {
                caller.close();
                throw new IOException("somebody else called the helper");
            }
            caller.setTcpNoDelay(true);
            return caller;
        }
    }

    private static void say(OutputStream tuner, String words) throws IOException {
        byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
        DataOutputStream out = new DataOutputStream(tuner);
        out.write(MAGIC);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }

    /** Passes both directions on until the agent, having put the settings back, closes the connection. */
    private static void pass(Socket service, OutputStream tuner) throws IOException {
        InputStream in = new FileInputStream(FileDescriptor.in);
        Thread questions = new Thread(() -> {
            try {
                copy(in, service.getOutputStream());
            } catch (IOException gone) {
                // The other direction sees the same.
            }
            try {
                service.shutdownOutput();
            } catch (IOException closed) {
                // The agent has gone.
            }
        });
        questions.setDaemon(true);
        questions.start();
        try {
            copy(service.getInputStream(), tuner);
        } catch (IOException gone) {
            service.shutdownOutput();
            service.getInputStream().readAllBytes();
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            to.flush();
        }
    }
}
