package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.r2dbc.h2.H2ConnectionFactory;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import shop.Prices;

/** The pools of real clients are found behind a bean, with how full they are, while five calls want two connections. */
@Timeout(60)
class ClientQueuesTest {
    private static final int CALLS = 5;
    private static final int MOST = 2;

    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final ExecutorService answers = Executors.newCachedThreadPool();
    private HttpServer server;
    private String address;

    /** Answers once the test has ended. */
    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(answers);
        server.createContext("/", exchange -> {
            try {
                end.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        callers.shutdownNow();
        answers.shutdownNow();
    }

    private void call(Callable<?> call) {
        for (int i = 0; i < CALLS; i++) {
            callers.submit(call);
        }
    }

    /** Waits until the only queue that is found has two in use and three that wait, and returns it. */
    private static WorkQueue full(Object client) throws Exception {
        ClientQueues queues = new ClientQueues(new Reflection(null));
        queues.find(List.of(new Prices(client)));
        List<WorkQueue> present = new ArrayList<>();
        while (present.size() != 1 || !Arrays.equals(present.get(0).read(), new int[] {MOST, MOST, CALLS - MOST})) {
            assertThat(Thread.interrupted())
                    .as("the time is over, with %s", present)
                    .isFalse();
            present = queues.present();
            assertThat(present).hasSizeLessThanOrEqualTo(1);
        }
        return present.get(0);
    }

    @Test
    void apache_five_by_host() throws Exception {
        try (CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(MOST)
                        .build())
                .build()) {
            call(() -> client.execute(new HttpGet(address), answer -> answer.getCode()));

            WorkQueue found = full(client);

            assertThat(found.kind).isEqualTo("http-client");
            assertThat(found.name).isEqualTo(address);
            end.countDown();
        }
    }

    @Test
    void apache_five_without_a_thread_for_each_call() throws Exception {
        try (var client = HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(MOST)
                        .build())
                .build()) {
            client.start();
            call(() -> client.execute(SimpleHttpRequest.create("GET", address), null));

            assertThat(full(client).name).isEqualTo(address);
            end.countDown();
        }
    }

    @Test
    void apache_four_has_two_connections_to_a_host() throws Exception {
        try (var client = org.apache.http.impl.client.HttpClients.createDefault()) {
            call(() -> client.execute(new org.apache.http.client.methods.HttpGet(address)));

            assertThat(full(client).name).isEqualTo(address);
            end.countDown();
        }
    }

    @Test
    void calls_that_wait_in_the_dispatcher_of_ok_http() throws Exception {
        OkHttpClient client = new OkHttpClient();
        client.dispatcher().setMaxRequestsPerHost(MOST);
        for (int i = 0; i < CALLS; i++) {
            client.newCall(new Request.Builder().url(address).build()).enqueue(new Callback() {
                @Override
                public void onFailure(Call call, java.io.IOException failed) {
                    // The test ends.
                }

                @Override
                public void onResponse(Call call, Response response) {
                    response.close();
                }
            });
        }

        assertThat(full(client).name).isEqualTo("OkHttp");
        end.countDown();
        client.dispatcher().executorService().shutdown();
    }

    @Test
    void commons_pool() throws Exception {
        try (GenericObjectPool<Object> pool = new GenericObjectPool<>(new BasePooledObjectFactory<>() {
            @Override
            public Object create() {
                return new Object();
            }

            @Override
            public PooledObject<Object> wrap(Object object) {
                return new DefaultPooledObject<>(object);
            }
        })) {
            pool.setMaxTotal(MOST);
            call(pool::borrowObject);

            assertThat(full(pool).name).isEqualTo("GenericObjectPool");
        }
    }

    @Test
    void reactor_netty() throws Exception {
        ConnectionProvider provider =
                ConnectionProvider.builder("prices").maxConnections(MOST).build();
        HttpClient client = HttpClient.create(provider);
        call(() -> client.get().uri(address).response().block());

        assertThat(full(client).name).isEqualTo("Reactor Netty");
        end.countDown();
        provider.disposeLater().block();
    }

    @Test
    void r2dbc() throws Exception {
        ConnectionPool pool =
                new ConnectionPool(ConnectionPoolConfiguration.builder(H2ConnectionFactory.inMemory("prices"))
                        .maxSize(MOST)
                        .build());
        for (int i = 0; i < CALLS; i++) {
            pool.create().subscribe();
        }

        assertThat(full(pool).name).isEqualTo("R2DBC");
        pool.disposeLater().block();
    }
}
