package dev.poolfit.demo.solutions;

import dev.poolfit.demo.data.SampleData;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Switches the API of the solutions on, before the fix or after it. */
@Configuration(proxyBeanMethods = false)
@Profile("solutions")
@EnableConfigurationProperties(SolutionsProperties.class)
class SolutionsStudy {
    @Bean
    SampleData solutionsData(DataSourceProperties database) {
        return new SampleData(database, "solutions", "data");
    }

    @Bean
    @DependsOn("solutionsData")
    @ConditionalOnProperty("solutions.fixed")
    SampleData solutionsIndexes(DataSourceProperties database) {
        return new SampleData(database, "solutions", "indexes");
    }

    @Bean
    SolutionList solutionList(JdbcClient database, SolutionsProperties properties) {
        return properties.fixed() ? new TwoQueries(database) : new DistinctQuery(database);
    }
}
