package dev.poolfit.demo.stock;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Stands for the slow neighbour that the service calls in the middle of a transaction. */
@Component
@Profile("stock")
class PriceFeed {
    private final StockProperties properties;

    PriceFeed(StockProperties properties) {
        this.properties = properties;
    }

    void await() {
        try {
            Thread.sleep(properties.holdDelay().toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the price feed", interrupted);
        }
    }
}
