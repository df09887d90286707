package dev.poolfit.demo.studies;

import dev.poolfit.demo.data.SampleData;
import java.util.Map;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** Switches the API of the study groups on. */
@Configuration(proxyBeanMethods = false)
@Profile("studies")
@EntityScan
@EnableJpaRepositories(considerNestedRepositories = true)
@EnableConfigurationProperties(StudiesProperties.class)
class StudiesStudy {
    @Bean
    SampleData studiesData(DataSourceProperties database, StudiesProperties properties) {
        return new SampleData(database, "studies", Map.of("groups", properties.groups()), "data");
    }
}
