package dev.poolfit.demo;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Serves the read APIs of the study that the active profile names. */
@SpringBootApplication
public class DemoApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(DemoApplication.class, arguments);
    }
}
