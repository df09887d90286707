package com.zaxxer.hikari.pool;

import java.util.concurrent.CountDownLatch;

/** Stands on a thread's stack as the pool's own proxies do while a statement runs. */
public final class HikariProxyCall {
    private HikariProxyCall() {}

    /** Runs until the answer is there. */
    public static void execute(CountDownLatch answer) {
        try {
            answer.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
