package dev.poolfit.demo.stock;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Settings of the stock API: how long the price feed makes a request wait while it holds its connection. */
@ConfigurationProperties("stock")
record StockProperties(@DefaultValue("50ms") Duration holdDelay) {
    StockProperties {
        if (holdDelay.isNegative()) {
            throw new IllegalArgumentException("stock.hold-delay must not be negative, but is " + holdDelay);
        }
    }
}
