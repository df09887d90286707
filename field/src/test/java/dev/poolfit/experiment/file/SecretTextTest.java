package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.SecretNames;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A value whose name or place tells that it is a secret is hidden; what holds none stays as it is. */
class SecretTextTest {
    private static String shown(String text) {
        return SecretText.shown(text, new HashMap<>());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DB_PASS",
                "MYSQL_PWD",
                "PASSPHRASE",
                "PRIVATE_KEY",
                "X-Auth",
                "pass",
                "Passwd",
                "db.password",
                "apiKey",
                "api_key",
                "API-KEY",
                "x-api-key",
                "accessKey",
                "aws_secret_access_key",
                "Authorization",
                "X-Auth-Token",
                "oauth",
                "Cookie",
                "JSESSIONID",
                "sessionToken",
                "X-Signature",
                "sig",
                "clientSecret",
                "SSHPASS",
                "credentials",
                "jwt",
                "user-password-2",
                "KEY1"
            })
    void a_name_tells_of_a_secret(String name) {
        assertThat(SecretNames.matches(name)).isTrue();
        assertThat(shown("http://127.0.0.1/a?" + name + "=hunter&x=1")).doesNotContain("hunter");
        assertThat(shown("{\"" + name + "\": \"hunter\", \"x\": 1}")).doesNotContain("hunter");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user",
                "page",
                "author",
                "passenger",
                "keyword",
                "design",
                "signal",
                "Accept",
                "Content-Type",
                "SERVER_PORT",
                "sector",
                "compassion",
                "pinned"
            })
    void a_name_tells_of_none(String name) {
        assertThat(SecretNames.matches(name)).isFalse();
        assertThat(shown("http://127.0.0.1/a?" + name + "=plain")).endsWith("=plain");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    http://127.0.0.1/a?x=1&pass=hunter&y=2      | http://127.0.0.1/a?x=1&pass=******&y=2
                    http://127.0.0.1/a?api_key=${K}             | http://127.0.0.1/a?api_key=${K}
                    http://127.0.0.1/a?api_key=${K:hunter}      | http://127.0.0.1/a?api_key=${K:***}
                    http://127.0.0.1/a?key={1..1000}            | http://127.0.0.1/a?key={1..1000}
                    http://auth-service:8080/session            | http://auth-service:8080/session
                    jdbc:mariadb://u:hunter@db:3306/x           | jdbc:mariadb://******@db:3306/x
                    jdbc:mariadb://${U}:${P}@db:3306/x          | jdbc:mariadb://${U}:${P}@db:3306/x
                    jdbc:mysql://db/x?user=a&password=hunter    | jdbc:mysql://db/x?user=a&password=******
                    java -Dpassword=${X:-hunter} -jar a.jar     | java -Dpassword=${X:-***} -jar a.jar
                    java -Dport=${PORT:-8080} -jar a.jar        | java -Dport=${PORT:-8080} -jar a.jar
                    echo ${A:-${B:-${C:-hunter}}}               | echo ${A:-***}
                    run --db-password hunter --port 80          | run --db-password ****** --port 80
                    run --token='hunter 2' --port 80            | run --token='******' --port 80
                    curl -u me:hunter http://127.0.0.1          | curl -u ****** http://127.0.0.1
                    curl -H "Foo: Bearer hunter" x              | curl -H "Foo: Bearer ******" x
                    curl -H "Authorization: Basic aHVudGVy" x   | curl -H "Authorization: ******" x
                    {"secret": "{accounts.password}"}           | {"secret": "{accounts.password}"}
                    {"token": ["hunter", "x"], "a": [1]}        | {"token": ******, "a": [1]}
                    <a><passwd x="1">hunter</passwd></a>        | <a><passwd x="1">******</passwd></a>
                    """)
    void a_secret_is_hidden_within_a_text_and_the_rest_stays(String text, String shown) {
        assertThat(shown(text)).isEqualTo(shown);
        assertThat(shown(shown)).as("once is enough").isEqualTo(shown);
    }

    @Test
    void a_secret_is_hidden_within_json_within_a_string() {
        assertThat(shown("{\\\"password\\\": \\\"hun\\\\\\\"ter\\\", \\\"a\\\": 1}"))
                .isEqualTo("{\\\"password\\\": \\\"******\\\", \\\"a\\\": 1}");
    }

    @Test
    void words_to_draw_from_may_be_secrets_too() {
        assertThat(shown("http://127.0.0.1/a?key={hunter|other}&b=1")).isEqualTo("http://127.0.0.1/a?key=******&b=1");
    }

    @Test
    void a_whole_secret_is_hidden_unless_it_is_nothing_but_references() {
        assertThat(SecretText.hidden("$hunter", false, new HashMap<>())).isEqualTo("******");
        assertThat(SecretText.hidden("{hunter}", false, new HashMap<>())).isEqualTo("******");
        assertThat(SecretText.hidden("Bearer ${T:hunter}", true, new HashMap<>()))
                .isEqualTo("Bearer ${T:***}");
        assertThat(SecretText.hidden("a${T}", true, new HashMap<>())).isEqualTo("******");
    }

    /** Patterns that go over what they passed again would take hours for this. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0f",
                "a.",
                "-",
                "key=",
                "key:\"",
                "${A:",
                "{",
                "<a",
                "<key>",
                "http://",
                "a:b@",
                "Bearer ",
                " ",
                "\\",
                "1",
                "-----BEGIN PRIVATE KEY-----",
                "-u a:",
                "\"",
                "--key ",
                "pass"
            })
    void long_texts_take_one_pass(String part) {
        String text = part.repeat(300_000 / part.length());
        assertThat(shown(text)).isNotNull();
        assertThat(shown("http://127.0.0.1/?a=" + text)).isNotNull();
    }
}
