package dev.poolfit.services.faults;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A quick route, and one with the planted fault. */
@RestController
class ShopController {
    private final Faults faults;
    private final ItemReader items;

    ShopController(Faults faults, ItemReader items) {
        this.faults = faults;
        this.items = items;
    }

    @GetMapping("/items/{id}")
    List<String> item(@PathVariable("id") int id) {
        return items.name(id);
    }

    @GetMapping("/orders/{id}")
    String order(@PathVariable("id") int id) throws Exception {
        return faults.order(id);
    }
}
