package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.ResponseCheck;
import dev.poolfit.experiment.Sessions;
import dev.poolfit.experiment.ValueTable;
import dev.poolfit.units.IntRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Login, cookies, data, checks and transport are read as they are meant; every slip is told with its place. */
final class SessionsReaderTest {
    private static final String SOUND = """
            service:
              attach: {port: 8080}
            load:
              users: 100
              http: 2
              tls: {ca: ca.pem}
              cookies: false
              data:
                items: items.csv
                accounts: {file: accounts.csv, per: user}
              login:
                post: https://127.0.0.1/login?user={accounts.name}
                body: '{"secret": "{accounts.password}", "query": "{ me {name} }"}'
                extract: {token: /auth/token}
              requests:
                - get: http://127.0.0.1/items/{items.id}
                  headers: {Authorization: "Bearer {token}"}
                  check:
                    contains: [price, name]
                    json: {/status: ok}
            tune: {pool: 2..9}
            goal: {throughput: max}
            """;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void write() throws IOException {
        Files.writeString(folder.resolve("items.csv"), "id,size\n7,\"s,m\"\n8,l\n");
        Files.writeString(folder.resolve("accounts.csv"), "name,password\nann,x\n");
        Files.writeString(folder.resolve("ca.pem"), "");
        Files.writeString(folder.resolve("empty.csv"), "id,size\n");
        Files.writeString(folder.resolve("ragged.csv"), "id,size\n1,2\n3\n");
        Files.writeString(folder.resolve("unnamed.csv"), "id,,id\n1,2,3\n");
    }

    private static Load load(String text) {
        return new ExperimentReader(Map.of()).read(text, folder).experiment().load();
    }

    private static List<String> problems(String text) {
        var invalid = catchThrowableOfType(InvalidExperiment.class, () -> load(text));
        assertThat(invalid).as("the file is refused").isNotNull();
        return invalid.problems().stream()
                .map(problem -> problem.toString().replace(folder + "/", ""))
                .toList();
    }

    @Test
    void a_file_with_everything_is_read_as_it_is_meant() {
        Load load = load(SOUND);
        assertThat(load.transport().http2()).isTrue();
        assertThat(load.transport().authority()).contains(folder.resolve("ca.pem"));
        Sessions sessions = load.sessions();
        assertThat(sessions.cookies()).isFalse();
        assertThat(sessions.tables())
                .containsExactly(
                        new ValueTable(
                                "items", List.of("id", "size"), List.of(List.of("7", "s,m"), List.of("8", "l")), false),
                        new ValueTable("accounts", List.of("name", "password"), List.of(List.of("ann", "x")), true));
        Load.Request login = sessions.login().orElseThrow();
        assertThat(login.extracts()).isEqualTo(Map.of("token", "/auth/token"));
        assertThat(login.expectedStatus()).isEqualTo(new IntRange(200, 399));
        assertThat(load.requests().get(0).checks())
                .containsExactly(
                        new ResponseCheck.Contains("price"),
                        new ResponseCheck.Contains("name"),
                        new ResponseCheck.JsonValue("/status", "ok"));
        assertThat(load.gives("items.size")).isTrue();
        assertThat(load.gives("items.colour")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            http: 2           | http: 3                    | line 5: load.http must be 1.1 or 2, but is "3"
            ca: ca.pem        | ca: no.pem                 | line 6: load.tls.ca must be a PEM file with certificates, but is no.pem, which cannot be read
            ca: ca.pem        | insecure: true, ca: ca.pem | line 6: load.tls.ca contradicts load.tls.insecure in line 6; keep one
            cookies: false    | cookies: no                | line 7: load.cookies must be true or false, but is "no"
            cookies: false    | sessions: 5                | line 7: load.sessions is for open load (rate) alone: in closed load each user has its own; remove it
            items: items.csv  | items: none.csv            | line 9: load.data.items must be a CSV file in UTF-8 with a heading, of at most 64 MiB, but is none.csv, which does not exist
            items: items.csv  | items: empty.csv           | line 9: load.data.items must be a CSV file with a heading and rows, but is empty.csv, which has no rows
            items: items.csv  | items: ragged.csv          | line 9: load.data.items must be a CSV file whose rows all have 2 values, but is ragged.csv with 1 in line 3
            items: items.csv  | items: unnamed.csv         | line 9: load.data.items must be a CSV file whose heading has different names of letters, digits, _ and -, but is unnamed.csv with id, , id
            per: user         | per: session               | line 10: load.data.accounts.per must be user or request, but is "session"
            extract: {token   | weight: 3                  | line 14: load.login.weight is not a known key; known here: extract, get, post, put, patch, delete, head, status, body, headers, check
            token: /auth      | token: auth                | line 14: load.login.extract.token must be a JSON pointer such as /items/0/id, but is "auth/token"
            Bearer {token}    | Bearer {tokn}              | line 17: load.requests[0].headers.Authorization must be a text whose names in braces data or extract gives, but is "Bearer {tokn}"
            {/status: ok}     | {status: ok}               | line 20: load.requests[0].check.json.status must be a JSON pointer such as /items/0/id, but is "status"
            """)
    void a_slip_is_told_with_line_field_bound_and_value(String from, String to, String problem) {
        assertThat(SOUND).contains(from);
        String text = SOUND.replace(from, to).replace("weight: 3: /auth/token}", "weight: 3");
        assertThat(problems(text)).contains(problem);
    }

    @Test
    void a_name_that_nothing_gives_is_refused_in_an_address() {
        assertThat(problems(SOUND.replace("/items/{items.id}", "/items/{items.no}"))
                        .get(0))
                .startsWith("line 16: load.requests[0].get must be a text whose braces hold")
                .endsWith("but is \"/items/{items.no}\"");
    }

    @Test
    void a_report_needs_neither_data_nor_certificates() {
        ExperimentReader.forReport(Map.of()).read(SOUND, Path.of("/nowhere"));
    }

    @Test
    void the_kept_text_has_no_password_and_is_sound_for_a_report() {
        String text = SOUND.replace("{accounts.password}", "hunter2");
        String kept = new ExperimentReader(Map.of()).read(text, folder).text();
        assertThat(kept).doesNotContain("hunter2").contains("extract: {token: /auth/token}");
        ExperimentReader.forReport(Map.of()).read(kept, Path.of("/nowhere"));
    }
}
