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
    private final QueueFaults queues;
    private final WaitFaults waits;
    private final ItemReader items;

    ShopController(
            @Value("${fault:none}") String fault,
            Faults faults,
            AsyncFaults asynchronous,
            QueueFaults queues,
            WaitFaults waits,
            ItemReader items) {
        this.fault = fault;
        this.faults = faults;
        this.asynchronous = asynchronous;
        this.queues = queues;
        this.waits = waits;
        this.items = items;
    }

    @GetMapping("/items/{id}")
    List<String> item(@PathVariable("id") int id) {
        return items.name(id);
    }

    /** Eight routes that need the rows that an order may have locked. */
    @GetMapping({
        "/sell/{id}",
        "/buy/{id}",
        "/count/{id}",
        "/return/{id}",
        "/move/{id}",
        "/reserve/{id}",
        "/release/{id}",
        "/check/{id}"
    })
    String sell(@PathVariable("id") int id) {
        return faults.sell(id);
    }

    @GetMapping("/queues/{way}/{millis}")
    String queue(@PathVariable("way") String way, @PathVariable("millis") int millis) throws Exception {
        return queues.by(way, 1, millis);
    }

    @GetMapping("/orders/{id}")
    Object order(@PathVariable("id") int id) throws Exception {
        return switch (fault) {
            case "events" -> asynchronous.events(id);
            case "download" -> asynchronous.download(id);
            case "suspended" -> asynchronous.suspended(id);
            case "executor", "fork-join", "http-client" -> queues.by(fault, id);
            case "pinned" -> waits.pinned(id);
            case "health-check" -> waits.sleepLong(id);
            default -> faults.order(id);
        };
    }
}
