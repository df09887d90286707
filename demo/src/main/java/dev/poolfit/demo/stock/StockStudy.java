package dev.poolfit.demo.stock;

import dev.poolfit.demo.data.SampleData;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** Switches the stock API on. */
@Configuration(proxyBeanMethods = false)
@Profile("stock")
@EntityScan
@EnableJpaRepositories(considerNestedRepositories = true)
@EnableConfigurationProperties(StockProperties.class)
class StockStudy {
    @Bean
    SampleData stockData(DataSourceProperties properties) {
        return new SampleData(properties, "stock", "data");
    }
}
