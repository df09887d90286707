package dev.poolfit.demo.studies;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Settings of the study groups' API: how many groups there are, which all its list queries look at. */
@ConfigurationProperties("studies")
record StudiesProperties(@DefaultValue("1000") int groups) {
    StudiesProperties {
        if (groups < 1 || groups > 1_000_000) {
            throw new IllegalArgumentException("studies.groups must be from 1 to 1000000, but is " + groups);
        }
    }
}
