package dev.poolfit.demo.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Exchange that a stock is traded at. */
@Entity
class Market {
    @Id
    private Integer id;

    private String name;
    private String currency;

    protected Market() {}

    String getName() {
        return name;
    }

    String getCurrency() {
        return currency;
    }
}
