package dev.poolfit.demo.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
import java.time.LocalDate;

/** Payment a company made to the holders of a stock. */
@Entity
class Dividend {
    @Id
    private Integer id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Stock stock;

    private LocalDate paidOn;
    private BigDecimal amount;

    protected Dividend() {}

    LocalDate getPaidOn() {
        return paidOn;
    }

    BigDecimal getAmount() {
        return amount;
    }
}
