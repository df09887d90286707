package dev.poolfit.demo.solutions;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Settings of the solutions' API: whether the list has its two queries and its indexes already. */
@ConfigurationProperties("solutions")
record SolutionsProperties(@DefaultValue("false") boolean fixed) {}
