package dev.poolfit.demo.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** Line of news about a stock. */
@Entity
class Headline {
    @Id
    private Integer id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Stock stock;

    private String text;

    protected Headline() {}

    String getText() {
        return text;
    }
}
