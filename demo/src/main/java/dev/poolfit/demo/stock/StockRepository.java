package dev.poolfit.demo.stock;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Finds stocks. */
interface StockRepository extends JpaRepository<Stock, Integer> {
    /** Finds the neighbours of a stock in its sector. */
    List<Stock> findTop4BySectorAndIdGreaterThanOrderById(Sector sector, Integer id);

    List<Stock> findTop6BySectorOrderById(Sector sector);

    long countBySector(Sector sector);
}
