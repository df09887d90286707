package dev.poolfit.services.faults;

import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A quick route, and one with the planted fault. */
@RestController
class ShopController {
    private final String fault;
    private final Faults faults;
    private final AsyncFaults asynchronous;
    private final ItemReader items;

    ShopController(@Value("${fault:none}") String fault, Faults faults, AsyncFaults asynchronous, ItemReader items) {
        this.fault = fault;
        this.faults = faults;
        this.asynchronous = asynchronous;
        this.items = items;
    }

    @GetMapping("/items/{id}")
    List<String> item(@PathVariable("id") int id) {
        return items.name(id);
    }

    @GetMapping("/orders/{id}")
    Object order(@PathVariable("id") int id) throws Exception {
        return switch (fault) {
            case "events" -> asynchronous.events(id);
            case "download" -> asynchronous.download(id);
            case "suspended" -> asynchronous.suspended(id);
            default -> faults.order(id);
        };
    }
}
