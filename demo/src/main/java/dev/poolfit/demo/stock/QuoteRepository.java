package dev.poolfit.demo.stock;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** Finds quotes, the newest first. */
interface QuoteRepository extends JpaRepository<Quote, Integer> {
    Optional<Quote> findFirstByStockIdOrderByIdDesc(Integer stockId);

    List<Quote> findTop6ByStockIdOrderByIdDesc(Integer stockId);
}
