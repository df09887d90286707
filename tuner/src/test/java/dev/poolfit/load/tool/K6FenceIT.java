package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.http.TestService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No way by which a script of k6 could send leads to a machine that nobody named; k6 itself says that it refused. */
class K6FenceIT {
    private static Path k6;

    @TempDir
    Path folder;

    @BeforeAll
    static void install() throws Exception {
        k6 = Tools.k6();
    }

    /** As a load runs it, once through. */
    private String run(String options, String imports, String body) throws Exception {
        Path file = Files.writeString(folder.resolve("script.js"), """
                %s
                export const options = { iterations: 1, blacklistIPs: [], %s };
                export default async function () {
                  try { %s } catch (failed) { console.error(failed); }
                }
                """.formatted(imports, options, body));
        var script = new Script.K6(file, k6.toString(), Map.of(), List.of());
        Load load = Load.of(script, new Load.Scripted(), Set.of());
        var tool = new K6(script);
        return ToolQuery.ask(tool.commands(load, process -> folder).get(0), folder, tool.environment(load, folder))
                .text();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            import http from 'k6/http';                 | http.get('http://192.0.2.1/');
            import http from 'k6/http';                 | await http.asyncRequest('GET', 'http://192.0.2.1/');
            import http from 'k6/http';                 | http.batch(['http://192.0.2.1/']);
            import http from 'k6/http';                 | http.get('http://[::ffff:192.0.2.1]/');
            import http from 'k6/http';                 | http.get('http://0.0.0.0/');
            import http from 'k6/http';                 | http.get('http://another.example/');
            import ws from 'k6/ws';                     | ws.connect('ws://192.0.2.1/', {}, socket => {});
            import { WebSocket } from 'k6/websockets';  | new WebSocket('ws://192.0.2.1/').onerror = it => console.error(it.error);
            import grpc from 'k6/net/grpc';             | new grpc.Client().connect('192.0.2.1:80', { plaintext: true, timeout: '1s' });
            import grpc from 'k6/net/grpc';             | new grpc.Client().connect('192.0.2.1:80', { reflect: true, timeout: '1s' });
            """)
    void no_protocol_and_no_spelling_leads_out(String imports, String body) throws Exception {
        assertThat(run("hosts: { 'another.example': '192.0.2.1' }, throw: true", imports, body))
                .contains(") is in a blacklisted range (");
    }

    @Test
    void a_redirect_leads_nowhere_else() throws Exception {
        try (var service = TestService.thatRedirectsTo("http://192.0.2.1/")) {
            assertThat(run("throw: true", "import http from 'k6/http';", "http.get('" + service.at("/") + "');"))
                    .contains("(192.0.2.1) is in a blacklisted range (");
            assertThat(service.targets).containsExactly("/");
        }
    }

    /** It would have sockets that no fence holds, and would be a program that nobody chose. */
    @Test
    void no_other_k6_is_fetched_for_the_extensions_that_a_script_imports() throws Exception {
        assertThat(run("", "import sql from 'k6/x/sql';", ""))
                .contains("k6/x/sql")
                .doesNotContain("provision");
    }
}
