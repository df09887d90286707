package dev.poolfit.demo.stock;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/** The answers of the stock API. */
interface StockView {
    record Profile(
            int id,
            String symbol,
            String name,
            String sector,
            String market,
            List<Payment> dividends,
            List<String> headlines,
            List<Listing> peers) {}

    record Payment(LocalDate paidOn, BigDecimal amount) {}

    record Listing(int id, String symbol, BigDecimal price) {}

    record History(String symbol, String currency, List<Close> quotes) {}

    record Close(LocalDate day, BigDecimal price, long volume) {}

    record SectorPage(String sector, long total, List<Listing> stocks) {}
}
