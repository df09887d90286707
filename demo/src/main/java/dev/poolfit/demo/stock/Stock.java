package dev.poolfit.demo.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.util.List;

/** Share of a company; everything it refers to is loaded when it is first asked for. */
@Entity
class Stock {
    @Id
    private Integer id;

    private String symbol;
    private String name;

    @ManyToOne(fetch = FetchType.LAZY)
    private Sector sector;

    @ManyToOne(fetch = FetchType.LAZY)
    private Market market;

    @OneToMany(mappedBy = "stock")
    @OrderBy("id DESC")
    private List<Dividend> dividends;

    @OneToMany(mappedBy = "stock")
    @OrderBy("id DESC")
    private List<Headline> headlines;

    protected Stock() {}

    Integer getId() {
        return id;
    }

    String getSymbol() {
        return symbol;
    }

    String getName() {
        return name;
    }

    Sector getSector() {
        return sector;
    }

    Market getMarket() {
        return market;
    }

    List<Dividend> getDividends() {
        return dividends;
    }

    List<Headline> getHeadlines() {
        return headlines;
    }
}
