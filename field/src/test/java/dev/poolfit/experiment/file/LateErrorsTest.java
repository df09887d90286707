package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would fail only under load, or in each single request, is told when the file is read. */
class LateErrorsTest {
    private static final String SOUND = """
            name: shop
            service:
              launch: java -jar shop.jar
              ready: http://127.0.0.1:8080/ready
              env: {MODE: test}
            load:
              users: 100
              requests:
                - post: http://127.0.0.1:8080/items/{1..9}?q={a|b}
                  headers: {Accept: text/html}
                  body: '{"id": {1..9}, "all": {"x": [1]}}'
                  check: {contains: price}
                  extract: {item: /items/0}
            tune: {pool: 2..9}
            goal: {throughput: max}
            """;

    private static List<String> problems(String text) {
        var invalid = catchThrowableOfType(
                InvalidExperiment.class, () -> new ExperimentReader(Map.of()).read(text, Path.of("/experiments")));
        assertThat(invalid).as("the file is refused").isNotNull();
        return invalid.problems().stream().map(Problem::toString).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '§', quoteCharacter = '`', textBlock = """
            items/{1..9}   § items/a|b             § line 9: load.requests[0].post must be an address with %7C in its path or query for each |, but is "http://127.0.0.1:8080/items/a|b?q={a|b}"
            items/{1..9}   § items[0]              § line 9: load.requests[0].post must be an address with %5B in its path or query for each [, but is "http://127.0.0.1:8080/items[0]?q={a|b}"
            items/{1..9}   § items/%zz             § line 9: load.requests[0].post must be an address with %25 in its path or query for each % that no two hexadecimal digits follow, but is "http://127.0.0.1:8080/items/%zz?q={a|b}"
            q={a|b}        § q={a|^}               § line 9: load.requests[0].post must be an address with %5E in its path or query for each ^, but is "http://127.0.0.1:8080/items/{1..9}?q={a|^}"
            Accept:        § "My Header":          § line 10: load.requests[0].headers.My Header must be a header's name of letters, digits and !#$%&'*+.^_`|~- such as Accept
            text/html      § 한국                  § line 10: load.requests[0].headers.Accept must be a header's value on one line, in letters of Western Europe (ISO 8859-1); percent-encode others, but is "한국"
            text/html      § "a\\nb"               § line 10: load.requests[0].headers.Accept must be a header's value on one line, in letters of Western Europe (ISO 8859-1); percent-encode others, but is "a b"
            "id": {1..9}   § "id": {9..1}          § line 11: load.requests[0].body must be a text whose braces hold a range such as {1..1000}, the lower number first, words such as {a|b|c}, or a name that data or extract gives, but is "{"id": {9..1}, "all": {"x": [1]}}"
            price          § ""                    § line 12: load.requests[0].check.contains must be some text, but is empty
            price          § [price, {a: b}]       § line 12: load.requests[0].check.contains[1] must be a single value, but is a mapping
            8080/ready     § 99999/ready           § line 4: service.ready must be an address with a port from 1 to 65535, but is "http://127.0.0.1:99999/ready"
            8080/ready     § 0/ready               § line 4: service.ready must be an address with a port from 1 to 65535, but is "http://127.0.0.1:0/ready"
            MODE: test     § A=B: test             § line 5: service.env.A=B must be a name of letters, digits and _ . - only, but is "A=B"
            MODE: test     § "": test              § line 5: service.env. must be a name of letters, digits and _ . - only, but is ""
            MODE: test     § MODE: "a\\0b"         § line 5: service.env.MODE must be text without control characters, but is with U+0000
            name: shop     § name: "a\\Nserver:"   § line 1: name must be a text on one line, without control characters, but is "a server:"
            name: shop     § name: "a\\u2028pool: 1"§ line 1: name must be a text on one line, without control characters, but is "a pool: 1"
            users: 100     § rate: 1e9/s           § line 7: load.rate must be a rate such as 150/s or 9000/min, greater than 0, but is "1e9/s"
            users: 100     § rate: 9999999999/s    § line 7: load.rate must be a rate of at most 1000000000/s, but is 9.999999999E9/s
            """)
    void it_is_told_with_line_field_bound_and_value(String from, String to, String problem) {
        assertThat(SOUND).contains(from);
        assertThat(problems(SOUND.replace(from, to))).containsExactly(problem);
    }

    @Test
    void all_of_it_is_told_at_once() {
        assertThat(problems(SOUND.replace("items/{1..9}", "a|b")
                        .replace("Accept", "\"A B\"")
                        .replace("{1..9}, \"all", "{9..1}, \"all")
                        .replace(":8080/ready", ":99999/ready")
                        .replace("MODE", "A=B")
                        .replace("name: shop", "name: \"a\\Nb\"")))
                .hasSize(6);
    }

    @Test
    void the_sound_file_is_sound() {
        assertThat(new ExperimentReader(Map.of())
                        .read(SOUND, Path.of("/experiments"))
                        .experiment()
                        .load()
                        .requests())
                .hasSize(1);
    }

    @Test
    void thousands_of_words_and_a_long_pointer_need_no_deep_stack() {
        String words = IntStream.range(0, 3_000).mapToObj(i -> "w" + i).collect(Collectors.joining("|"));
        assertThat(problems(SOUND.replace("{a|b}", "{" + words + "}")))
                .containsExactly(
                        "line 9: load.requests[0].post must be a text with at most 1000 words in a brace (put more"
                                + " into a CSV file under load.data), but is 3000 words");
        assertThat(problems(SOUND.replace("/items/0", "/items" + "/0".repeat(20_000) + "~2")))
                .singleElement()
                .asString()
                .startsWith("line 13: load.requests[0].extract.item must be a JSON pointer");
    }

    @Test
    void weights_that_cannot_be_added_are_refused() {
        String request = "    - {get: \"http://127.0.0.1/\", weight: 1000000}\n";
        assertThat(problems(SOUND.replace("tune:", request.repeat(2_200) + "tune:")))
                .containsExactly("line 8: load.requests must have weights of at most 2147483647 together, but have"
                        + " 2200000001");
    }

    @Test
    void a_path_that_no_file_can_have_is_refused() {
        String load = "load: {k6: \"a\\0.js\"}\n";
        assertThat(problems(SOUND.replaceAll("(?s)load:.*tune:", load.replace("\\", "\\\\") + "tune:")))
                .containsExactly("line 6: load.k6 must be text without control characters, but is with U+0000");
    }

    @Test
    void a_jmx_address_that_is_none_is_refused() {
        String attach = "service:\n  attach: {jmx: \"service:jmx:x\"}\n";
        assertThat(problems(SOUND.replaceAll("(?s)service:.*load:", attach + "load:")))
                .containsExactly("line 3: service.attach.jmx must be a JMX address such as"
                        + " service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi, but is \"service:jmx:x\"");
    }
}
