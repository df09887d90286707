package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.draft.ExperimentDraft;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import dev.poolfit.options.ServicePlace;
import dev.poolfit.service.ServiceDescription;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A database that only the service names gets no password, unless it is on this machine or the user named its host. */
class NamedDatabaseTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("DB_PASSWORD", "hush");
    private static final String ELSEWHERE = "jdbc:mariadb://db.example:3306/shop";

    private final List<String> told = new ArrayList<>();

    private static ServiceDescription.Pool pool(String url, String user) {
        return new ServiceDescription.Pool("main", Optional.of(url), Optional.of(user), Map.of());
    }

    private static ServiceDescription service(String url) {
        return new ServiceDescription(List.of(pool(url, "shop")), List.of(), Map.of(), List.of());
    }

    private Optional<ExperimentDraft.Database> drafted(String url, String user, String... arguments) {
        DraftOptions options = CommandLine.populateCommand(new DraftOptions(), arguments);
        return new ServiceSurvey(new ServicePlace(), options, ENVIRONMENT, this::tell).database(pool(url, user));
    }

    private Optional<Database> diagnosed(String url, String... arguments) {
        DiagnoseCommand command = CommandLine.populateCommand(new DiagnoseCommand(), arguments);
        return command.behind(service(url), "main", ENVIRONMENT, this::tell);
    }

    private void tell(Message sentence) {
        told.add(sentence.key());
    }

    @Test
    void a_draft_asks_none_of_another_host_and_keeps_it_as_a_comment() {
        assertThat(drafted(ELSEWHERE, "shop"))
                .contains(new ExperimentDraft.Database(ELSEWHERE, Optional.of("shop"), false));
        assertThat(told).containsExactly("database.unasked");
        assertThat(drafted(ELSEWHERE, "shop", "--database-host", "db.example"))
                .map(ExperimentDraft.Database::reached)
                .contains(true);
        assertThat(drafted("jdbc:mariadb://127.0.0.1/shop", "shop"))
                .map(ExperimentDraft.Database::reached)
                .contains(true);
        assertThat(told).hasSize(1);
    }

    @Test
    void diagnose_asks_none_of_another_host() {
        assertThat(diagnosed(ELSEWHERE)).isEmpty();
        assertThat(told).containsExactly("database.unasked");
        assertThat(diagnosed(ELSEWHERE, "--database-host", "db.example"))
                .flatMap(Database::password)
                .contains(new Secret("hush"));
        assertThat(diagnosed("jdbc:postgresql://localhost/shop"))
                .flatMap(Database::user)
                .contains("shop");
        assertThat(told).hasSize(1);
    }

    @Test
    void what_a_file_takes_for_something_else_than_text_is_left_out_and_that_is_told() {
        for (String user :
                List.of("${HOME}", "a${X:y}b", "a\ndatabase:\n  url: x", "a\u0085b", "a\u2028b", "a\u001b[2Jb")) {
            told.clear();
            assertThat(drafted("jdbc:mariadb://127.0.0.1/shop", user)).isEmpty();
            assertThat(told).containsExactly("init.database-left");
        }
        told.clear();
        assertThat(drafted("jdbc:mariadb://127.0.0.1/sh\u0085op", "shop")).isEmpty();
        assertThat(told).containsExactly("init.database-left");
    }
}
