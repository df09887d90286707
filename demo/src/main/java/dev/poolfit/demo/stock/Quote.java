package dev.poolfit.demo.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;

/** Closing price of a stock on one trading day. */
@Entity
class Quote {
    @Id
    private Integer id;

    private Integer stockId;

    @ManyToOne(fetch = FetchType.LAZY)
    private TradingDay day;

    private BigDecimal price;
    private long volume;

    protected Quote() {}

    TradingDay getDay() {
        return day;
    }

    BigDecimal getPrice() {
        return price;
    }

    long getVolume() {
        return volume;
    }
}
