package dev.poolfit.demo.stock;

import dev.poolfit.demo.stock.StockView.History;
import dev.poolfit.demo.stock.StockView.SectorPage;
import org.springframework.context.annotation.Profile;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Read API over stocks. */
@RestController
@Profile("stock")
@RequestMapping("/stocks")
class StockController {
    private final StockService service;

    StockController(StockService service) {
        this.service = service;
    }

    @GetMapping("/{id}")
    ResponseEntity<StockView.Profile> profile(@PathVariable int id) {
        return ResponseEntity.of(service.profile(id));
    }

    @GetMapping("/{id}/quotes")
    ResponseEntity<History> history(@PathVariable int id) {
        return ResponseEntity.of(service.history(id));
    }

    @GetMapping
    ResponseEntity<SectorPage> sector(@RequestParam int sector) {
        return ResponseEntity.of(service.sector(sector));
    }
}
