package dev.poolfit.services;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A page that takes its time, and answers how many requests were in it when it came. */
@RestController
public class Crowd {
    private static final int MILLIS = 10;

    private final AtomicInteger inside = new AtomicInteger();

    @PostMapping("/crowd")
    public int come() throws InterruptedException {
        int crowd = inside.incrementAndGet();
        try {
            Thread.sleep(MILLIS);
            return crowd;
        } finally {
            inside.decrementAndGet();
        }
    }
}
