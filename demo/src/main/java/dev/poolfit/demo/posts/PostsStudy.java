package dev.poolfit.demo.posts;

import dev.poolfit.demo.data.SampleData;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Switches the API of the posts on. */
@Configuration(proxyBeanMethods = false)
@Profile("posts")
class PostsStudy {
    @Bean
    SampleData postsData(DataSourceProperties properties) {
        return new SampleData(properties, "posts", "data");
    }
}
