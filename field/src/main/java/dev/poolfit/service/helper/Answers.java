package dev.poolfit.service.helper;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent in a service, several questions at a time, over one pair of streams. Of the answers only classes of
 * the JDK that JMX uses are read, as JMX over RMI does.
 */
final class Answers {
    private static final int LONGEST = 64 << 20;
    private static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter("maxdepth=50;java.lang.*;"
            + "java.lang.reflect.*;java.util.*;java.util.concurrent.*;java.math.*;java.io.*;javax.management.**;"
            + "java.rmi.*;java.net.*;!*");

    private final OutputStream out;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<@Nullable Object>> open = new ConcurrentHashMap<>();
    private volatile @Nullable IOException broken;

    /** @param in is read until it ends, by a thread of its own */
    Answers(InputStream in, OutputStream out) {
        this.out = out;
        var reader = new Thread(() -> read(new DataInputStream(in)), "poolfit-helper");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param method to call
     * @param types the names of its parameters' types
     * @throws IOException if the connection is broken
     * @throws Exception that the call throws in the service
     */
    @Nullable
    Object ask(String method, @Nullable Object[] arguments, String... types) throws Exception {
        long number = numbers.incrementAndGet();
        var answer = new CompletableFuture<@Nullable Object>();
        open.put(number, answer);
        try {
            IOException ended = broken;
            if (ended != null) {
                throw new IOException(ended.getMessage(), ended);
            }
            send(new Object[] {number, method, arguments, types});
            return answer.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        } finally {
            open.remove(number);
        }
    }

    private void send(Object[] question) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(question);
        }
        synchronized (out) {
            var frame = new DataOutputStream(out);
            frame.writeInt(bytes.size());
            bytes.writeTo(frame);
            frame.flush();
        }
    }

    private void read(DataInputStream in) {
        try {
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > LONGEST) {
                    throw new IOException("the helper sent " + length + " bytes at once");
                }
                answered(in.readNBytes(length));
            }
        } catch (IOException | ClassNotFoundException | ClassCastException ended) {
            var failure = new IOException("the connection through the helper has ended", ended);
            broken = failure;
            open.values().forEach(each -> each.completeExceptionally(failure));
        }
    }

    private void answered(byte[] bytes) throws IOException, ClassNotFoundException {
        Object[] answer;
        try (var objects = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            objects.setObjectInputFilter(FILTER);
            answer = (Object[]) objects.readObject();
        } catch (InvalidClassException strange) {
            throw new IOException("the helper sent what JMX does not use: " + strange.getMessage(), strange);
        }
        CompletableFuture<@Nullable Object> asked = open.get((Long) answer[0]);
        if (asked == null) {
            return;
        }
        if ((Boolean) answer[1]) {
            asked.complete(answer[2]);
        } else {
            asked.completeExceptionally((Throwable) answer[2]);
        }
    }
}
