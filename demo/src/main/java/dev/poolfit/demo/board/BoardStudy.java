package dev.poolfit.demo.board;

import dev.poolfit.demo.data.SampleData;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Switches the board API on. */
@Configuration(proxyBeanMethods = false)
@Profile("board")
class BoardStudy {
    @Bean
    SampleData boardData(DataSourceProperties properties) {
        return new SampleData(properties, "board", "posts", "news", "reservations");
    }
}
