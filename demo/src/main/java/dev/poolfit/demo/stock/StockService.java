package dev.poolfit.demo.stock;

import dev.poolfit.demo.stock.StockView.Close;
import dev.poolfit.demo.stock.StockView.History;
import dev.poolfit.demo.stock.StockView.Listing;
import dev.poolfit.demo.stock.StockView.Payment;
import dev.poolfit.demo.stock.StockView.Profile;
import dev.poolfit.demo.stock.StockView.SectorPage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Reads stocks the way many services do: one query for the list, then one for each of its rows. */
@Service
@org.springframework.context.annotation.Profile("stock")
@Transactional(readOnly = true)
class StockService {
    private final StockRepository stocks;
    private final SectorRepository sectors;
    private final QuoteRepository quotes;
    private final PriceFeed feed;

    StockService(StockRepository stocks, SectorRepository sectors, QuoteRepository quotes, PriceFeed feed) {
        this.stocks = stocks;
        this.sectors = sectors;
        this.quotes = quotes;
        this.feed = feed;
    }

    Optional<Profile> profile(int id) {
        return stocks.findById(id).map(stock -> {
            feed.await();
            return new Profile(
                    id,
                    stock.getSymbol(),
                    stock.getName(),
                    stock.getSector().getName(),
                    stock.getMarket().getName(),
                    stock.getDividends().stream()
                            .map(paid -> new Payment(paid.getPaidOn(), paid.getAmount()))
                            .toList(),
                    stock.getHeadlines().stream().map(Headline::getText).toList(),
                    listings(stocks.findTop4BySectorAndIdGreaterThanOrderById(stock.getSector(), id)));
        });
    }

    Optional<History> history(int id) {
        return stocks.findById(id).map(stock -> {
            feed.await();
            List<Close> closes = quotes.findTop6ByStockIdOrderByIdDesc(id).stream()
                    .map(quote -> new Close(quote.getDay().getTradedOn(), quote.getPrice(), quote.getVolume()))
                    .toList();
            return new History(stock.getSymbol(), stock.getMarket().getCurrency(), closes);
        });
    }

    Optional<SectorPage> sector(int id) {
        return sectors.findById(id).map(sector -> {
            feed.await();
            return new SectorPage(
                    sector.getName(), stocks.countBySector(sector), listings(stocks.findTop6BySectorOrderById(sector)));
        });
    }

    private List<Listing> listings(List<Stock> found) {
        return found.stream()
                .map(stock -> new Listing(stock.getId(), stock.getSymbol(), lastPrice(stock)))
                .toList();
    }

    private BigDecimal lastPrice(Stock stock) {
        return quotes.findFirstByStockIdOrderByIdDesc(stock.getId())
                .map(Quote::getPrice)
                .orElse(BigDecimal.ZERO);
    }
}
