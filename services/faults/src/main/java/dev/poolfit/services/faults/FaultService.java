package dev.poolfit.services.faults;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** A shop whose orders have the fault that the property {@code fault} names, or none. */
@SpringBootApplication
@EnableScheduling
public class FaultService {
    public static void main(String[] arguments) {
        SpringApplication.run(FaultService.class, arguments);
    }
}
