package dev.poolfit.demo.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.LocalDate;

/** Day on which the exchanges were open. */
@Entity
class TradingDay {
    @Id
    private Integer id;

    private LocalDate tradedOn;

    protected TradingDay() {}

    LocalDate getTradedOn() {
        return tradedOn;
    }
}
