package dev.poolfit.agent;

import dev.poolfit.wire.AgentArgument;
import dev.poolfit.wire.AgentOperation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;

/**
 * Answers the tuner's questions about MBeans over a connection that the service itself has opened to the helper beside it.
 * When the connection ends, however that happens, the settings are put back at once.
 *
 * <p>A frame is its length in four bytes and a serialized array: the number of the question, the name of a method of
 * {@link MBeanServerConnection} or {@code start}, its arguments and the names of their types. The answer has the same
 * number, whether it succeeded, and the result or the exception.
 */
final class Channel implements Runnable {
    private static final int LONGEST_QUESTION = 1 << 20;
    private static final int PATIENCE_MILLIS = 5_000;
    private static final String START = "start";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ExecutorService answers = Executors.newCachedThreadPool(task -> daemon(task, "poolfit-answer"));
    private final Set<String> tuners = ConcurrentHashMap.newKeySet();
    private final Socket socket;
    private final Instrumentation instrumentation;

    private Channel(Socket socket, Instrumentation instrumentation) {
        this.socket = socket;
        this.instrumentation = instrumentation;
    }

    /**
     * Calls the helper back.
     *
     * @param port of the helper on the loopback interface
     * @param token that tells the helper who calls
     * @throws IOException if nobody listens there, or does not accept within 5 s
     */
    static void open(int port, String token, Instrumentation instrumentation) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write((token + "\n").getBytes(StandardCharsets.US_ASCII));
        daemon(new Channel(socket, instrumentation), "poolfit-channel").start();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void run() {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                byte[] question = new byte[length(in.readInt())];
                in.readFully(question);
                answers.execute(() -> answer(question));
            }
        } catch (IOException | RuntimeException ended) {
            // The tuner has let go of the service, or is gone.
        } finally {
            end();
            close();
        }
    }

    private static int length(int told) throws IOException {
        if (told < 0 || told > LONGEST_QUESTION) {
            throw new EOFException("a question of " + told + " bytes");
        }
        return told;
    }

    private void answer(byte[] bytes) {
        Object[] question;
        try {
            question = (Object[]) read(bytes);
        } catch (IOException | ClassNotFoundException | ClassCastException unreadable) {
            close();
            return;
        }
        Object number = question[0];
        try {
            send(number, true, result((String) question[1], (Object[]) question[2], (String[]) question[3]));
        } catch (InvocationTargetException failed) {
            send(number, false, plain(failed.getCause()));
        } catch (Exception failed) {
            send(number, false, plain(failed));
        }
    }

    private Object result(String method, Object[] arguments, String[] types) throws Exception {
        if (method.equals(START)) {
            @SuppressWarnings("unchecked")
            Map<String, String> named = (Map<String, String>) arguments[0];
            SamplingAgent.start(named, instrumentation);
            if (named.containsKey(AgentArgument.KEEP.key())) {
                tuners.add(named.get(AgentArgument.KEEP.key()));
            }
            return null;
        }
        for (Method each : MBeanServerConnection.class.getMethods()) {
            if (each.getName().equals(method) && fits(each.getParameterTypes(), types)) {
                return each.invoke(server, arguments);
            }
        }
        throw new NoSuchMethodException(method);
    }

    private static boolean fits(Class<?>[] parameters, String[] types) {
        boolean fits = parameters.length == types.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = parameters[i].getName().equals(types[i]);
        }
        return fits;
    }

    /** Replaces a failure of the service's own classes, which the tuner does not have, by one that it can read. */
    private static Throwable plain(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            ClassLoader loader = each.getClass().getClassLoader();
            if (loader != null && loader != ClassLoader.getPlatformClassLoader()) {
                return new JMException(failure.toString());
            }
        }
        return failure;
    }

    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(
                    "maxdepth=20;java.lang.*;java.util.*;java.math.*;javax.management.**;!*"));
            return in.readObject();
        }
    }

    private void send(Object number, boolean succeeded, Object result) {
        try {
            write(bytes(number, succeeded, result));
        } catch (IOException unwritable) {
            close();
        }
    }

    /** Tells a result that cannot be sent as a failure. */
    private static byte[] bytes(Object number, boolean succeeded, Object result) throws IOException {
        try {
            return serialized(new Object[] {number, succeeded, result});
        } catch (IOException | RuntimeException unserializable) {
            return serialized(new Object[] {number, false, new JMException(unserializable.toString())});
        }
    }

    private static byte[] serialized(Object[] answer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(answer);
        }
        return bytes.toByteArray();
    }

    private synchronized void write(byte[] answer) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(answer.length);
        out.write(answer);
        out.flush();
    }

    private void close() {
        try {
            socket.close();
        } catch (IOException closed) {
            // That is what was wanted.
        }
    }

    private void end() {
        answers.shutdown();
        try {
            // A change that is on its way comes before the settings are put back.
            answers.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        invoke(AgentOperation.STOP_SAMPLING);
        for (String tuner : tuners) {
            invoke(AgentOperation.LOSE, tuner);
        }
    }

    private void invoke(AgentOperation operation, Object... arguments) {
        try {
            operation.on(server, arguments);
        } catch (JMException gone) {
            // It has left before.
        }
    }
}
