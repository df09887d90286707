package dev.poolfit.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cookie goes back where it came from, as RFC 6265 says, and nowhere else. */
final class CookieJarTest {
    private static final String HOST = "shop.example.org";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a=1                           | shop.example.org  | false | /any      | a=1
            a=1                           | www.example.org   | false | /any      |
            a=1                           | x.shop.example.org| false | /any      |
            a=1; Domain=example.org       | www.example.org   | false | /any      | a=1
            a=1; Domain=.example.org      | example.org       | false | /any      | a=1
            a=1; Domain=other.org         | shop.example.org  | false | /any      |
            a=1; Path=/cart               | shop.example.org  | false | /cart?x=1 | a=1
            a=1; Path=/cart               | shop.example.org  | false | /cart/7   | a=1
            a=1; Path=/cart               | shop.example.org  | false | /carts    |
            a=1; Secure                   | shop.example.org  | false | /any      |
            a=1; Secure                   | shop.example.org  | true  | /any      | a=1
            a=1; Max-Age=5                | shop.example.org  | false | /any      | a=1
            a=1; Max-Age=0                | shop.example.org  | false | /any      |
            a=1; HttpOnly; SameSite=Lax   | shop.example.org  | false | /any      | a=1
            """)
    void a_cookie_goes_where_it_may(String given, String host, boolean secure, String target, String sent) {
        var jar = new CookieJar();
        jar.take(given, HOST, "/login", 0);
        assertThat(jar.header(host, secure, target, 1)).isEqualTo(sent);
    }

    @Test
    void a_cookie_without_path_belongs_to_the_folder_of_its_request() {
        var jar = new CookieJar();
        jar.take("a=1", HOST, "/shop/login?x=/y", 0);
        assertThat(jar.header(HOST, false, "/shop/cart", 0)).isEqualTo("a=1");
        assertThat(jar.header(HOST, false, "/other", 0)).isNull();
    }

    @Test
    void a_later_cookie_of_the_same_name_takes_the_place_of_the_earlier_one_or_ends_it() {
        var jar = new CookieJar();
        jar.take("a=1; Path=/", HOST, "/", 0);
        jar.take("b=2; Path=/", HOST, "/", 0);
        jar.take("a=3; Path=/", HOST, "/", 0);
        assertThat(jar.header(HOST, false, "/", 0)).isEqualTo("b=2; a=3");
        jar.take("b=; Path=/; Max-Age=0", HOST, "/", 0);
        assertThat(jar.header(HOST, false, "/", 0)).isEqualTo("a=3");
    }

    @Test
    void a_cookie_ends_when_its_time_is_over() {
        var jar = new CookieJar();
        jar.take("a=1; Max-Age=5", HOST, "/", 1_000);
        assertThat(jar.header(HOST, false, "/", 5_999)).isEqualTo("a=1");
        assertThat(jar.header(HOST, false, "/", 6_000)).isNull();
    }

    @Test
    void what_is_no_cookie_is_passed_over_and_their_number_is_bounded() {
        var jar = new CookieJar();
        jar.take("", HOST, "/", 0);
        jar.take(";;=", HOST, "/", 0);
        assertThat(jar.isEmpty()).isTrue();
        for (int i = 0; i < 1_000; i++) {
            jar.take("c" + i + "=1", HOST, "/", 0);
        }
        assertThat(jar.header(HOST, false, "/", 0).split("; ")).hasSize(50).endsWith("c999=1");
    }

    @Test
    void all_of_them_together_are_no_longer_than_a_header() {
        var jar = new CookieJar();
        for (int i = 0; i < 1_000; i++) {
            jar.take("c" + i + "=" + "x".repeat(3_000), HOST, "/", 0);
        }
        jar.take("huge=" + "x".repeat(10_000), HOST, "/", 0);
        assertThat(jar.header(HOST, false, "/", 0).split("=x*(; )?")).containsExactly("c998", "c999");
    }
}
