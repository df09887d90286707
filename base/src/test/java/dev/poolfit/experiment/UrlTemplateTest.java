package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.units.BadQuantity;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An address tells its host and port without drawing. */
final class UrlTemplateTest {
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080/a/{1..1}, http, 127.0.0.1, 8080, 127.0.0.1:8080, /a/1",
        "HTTPS://Shop_1.test, https, Shop_1.test, 443, Shop_1.test, /",
        "http://[::1]:81?q={7..7}#top, http, ::1, 81, [::1]:81, /?q=7",
        "http://localhost:80/a?b=c, http, localhost, 80, localhost, /a?b=c",
        "http://localhost/재고, http, localhost, 80, localhost, /%EC%9E%AC%EA%B3%A0"
    })
    void an_address_falls_into_its_parts(
            String text, String scheme, String host, int port, String authority, String target) {
        var url = UrlTemplate.parse(text);
        assertThat(url.scheme()).isEqualTo(scheme);
        assertThat(url.host()).isEqualTo(host);
        assertThat(url.port()).isEqualTo(port);
        assertThat(url.authority()).isEqualTo(authority);
        assertThat(url.target().draw(new SplittableRandom(1))).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/stocks",
                "ftp://a/",
                "http://",
                "http://a:70000/",
                "http://a:0/",
                "http://{a|b}/",
                "http://user:pw@a/",
                "http://a/b c",
                "http://a/{1..",
                "jar:file:x"
            })
    void any_other_form_is_rejected(String text) {
        assertThatThrownBy(() -> UrlTemplate.parse(text))
                .isInstanceOf(BadQuantity.class)
                .hasMessageStartingWith("must be ");
    }

    @Test
    void only_https_is_secure() {
        assertThat(UrlTemplate.parse("https://a/").secure()).isTrue();
        assertThat(UrlTemplate.parse("http://a/").secure()).isFalse();
    }
}
