package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.studies.StudyDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The services of the studies answer what they should, and their queries find rows in the way the study is about. */
@ParameterizedClass
@EnumSource(StudyDatabase.class)
class StudyServicesIT {
    private static final Path SOLUTIONS = Path.of("..", "demo", "src", "main", "resources", "solutions");
    private static final String POST = "{\"author\": %d, \"title\": \"%s\", \"body\": \"words\", \"tags\": [7, 3, 7]}";

    @TempDir
    static Path folder;

    private static StudyWorld world;
    private static SqlSession session;

    @Parameter
    StudyDatabase kind;

    @BeforeParameterizedClassInvocation
    static void start(StudyDatabase kind) throws Exception {
        world = StudyWorld.start(
                kind,
                Files.createDirectory(folder.resolve(kind.name())),
                "studies,solutions,posts",
                "--solutions.fixed=true");
        session = world.session(kind);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        session.close();
        world.close();
    }

    @Test
    void a_page_of_study_groups_has_everything_that_its_view_shows() throws Exception {
        JsonNode page = world.get("/api/studies?page=39");

        assertThat(page.required("total").asInt()).isEqualTo(800);
        assertThat(page.required("pages").asInt()).isEqualTo(40);
        assertThat(page.required("studies").size()).isEqualTo(20);
        JsonNode card = page.at("/studies/0");
        assertThat(card.required("html").asString())
                .startsWith("<p>We read <strong>chapter ")
                .contains("&amp; try <code>SELECT ", " &lt; ", "</p><p>", "<a href=\"https://example.org/studies/")
                .doesNotContain("**", "`");
        assertThat(card.required("members").size()).isEqualTo(4);
        assertThat(card.required("tags").size()).isEqualTo(3);
        assertThat(card.at("/leader/nickname").asString()).startsWith("member");
    }

    @Test
    void the_mended_list_of_solutions_is_the_first_ones() throws Exception {
        List<String> first = session.rows(sql("distinct", 60));

        JsonNode page = world.get("/api/solutions?tags=tag-3,tag-10,tag-17&page=3");
        assertThat(page.required("solutions")
                        .valueStream()
                        .map(each -> each.required("id").asString()))
                .hasSize(20)
                .doesNotHaveDuplicates()
                .containsExactlyElementsOf(
                        first.stream().map(row -> row.split("\\|")[0]).toList());
        assertThat(page.at("/solutions/0/author").asString()).startsWith("Author ");
        assertThat(world.get("/api/solutions?tags=none").required("solutions").size())
                .isZero();
    }

    @Test
    void the_first_list_reads_every_tag_into_a_temporary_table_and_the_mended_one_reads_no_table_to_its_end()
            throws Exception {
        assertThat(readToTheEnd(sql("ids", 0))).doesNotContain("s", "sh");
        assertThat(readToTheEnd(sql("rows", 0))).doesNotContain("s", "a");

        dropIndexes();
        try {
            assertThat(readToTheEnd(sql("distinct", 0))).contains("sh");
            assertThat(String.join("\n", session.rows("EXPLAIN " + sql("distinct", 0))))
                    .containsAnyOf("Using temporary", "Unique");
            if (kind == StudyDatabase.MARIADB) {
                long before = temporaryTables();
                session.rows(sql("distinct", 0));
                assertThat(temporaryTables()).isEqualTo(before + 1);
            }
        } finally {
            session.run(SOLUTIONS.resolve(
                    "indexes-" + (kind == StudyDatabase.MARIADB ? "mariadb" : "postgresql") + ".sql"));
        }
    }

    @Test
    void a_post_is_written_with_its_tags_and_counted() throws Exception {
        long tagged = count("SELECT posts FROM blog_tag WHERE id = 7");

        var created = world.post("/api/posts", POST.formatted(4711, "First"));
        var next = world.post("/api/posts", POST.formatted(4711, "Second"));
        var refused = world.post("/api/posts", POST.formatted(0, "Nobody's"));

        assertThat(created.statusCode()).isEqualTo(201);
        JsonNode post = world.read(next);
        assertThat(post.required("author").asString()).isEqualTo("Author 4711");
        assertThat(post.required("postsOfAuthor").asInt()).isEqualTo(17);
        assertThat(post.required("tags").valueStream().map(JsonNode::asString)).containsExactly("tag-3", "tag-7");
        assertThat(post.at("/earlier/0").asString()).isEqualTo("First");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(count("SELECT posts FROM blog_tag WHERE id = 7")).isEqualTo(tagged + 2);
        assertThat(count("SELECT count(*) FROM blog_post_tag WHERE post_id = "
                        + post.required("id").asLong()))
                .isEqualTo(2);
    }

    @Test
    void what_a_post_reads_does_not_grow_with_the_table() throws Exception {
        assertThat(readToTheEnd("SELECT title FROM blog_post WHERE author_id = 9 ORDER BY id DESC LIMIT 5"))
                .isEmpty();
        assertThat(readToTheEnd("UPDATE blog_author SET posts = posts + 1 WHERE id = 9"))
                .isEmpty();
        assertThat(String.join(
                        "\n",
                        session.rows(
                                "EXPLAIN SELECT title FROM blog_post WHERE author_id = 9 ORDER BY id DESC LIMIT 5")))
                .doesNotContain("filesort", "Sort");
    }

    /** The aliases of the tables that the plan reads from beginning to end. */
    private List<String> readToTheEnd(String query) throws Exception {
        List<String> plan = session.rows("EXPLAIN " + query);
        assertThat(plan).isNotEmpty();
        if (kind == StudyDatabase.POSTGRES) {
            return plan.stream()
                    .filter(line -> line.contains("Seq Scan on "))
                    .map(line -> line.replaceAll(".*Seq Scan on \\w+ +(\\w*).*", "$1"))
                    .toList();
        }
        return plan.stream()
                .map(line -> line.split("\\|"))
                .filter(columns -> columns[3].equals("ALL"))
                .map(columns -> columns[2])
                .toList();
    }

    private void dropIndexes() throws Exception {
        String on = kind == StudyDatabase.MARIADB ? " ON " : " -- ";
        session.rows("DROP INDEX solution_by_id_and_time" + on + "solution");
        session.rows("DROP INDEX solution_hashtag_by_tag" + on + "solution_hashtag");
    }

    private static long temporaryTables() throws Exception {
        return Long.parseLong(session.rows("SHOW SESSION STATUS LIKE 'Created_tmp_tables'")
                .get(0)
                .split("\\|")[1]);
    }

    private static long count(String query) throws Exception {
        return Long.parseLong(session.rows(query).get(0));
    }

    private static String sql(String name, int offset) throws Exception {
        return Files.readString(SOLUTIONS.resolve(name + ".sql"))
                .replace(":tags", "'tag-3', 'tag-10', 'tag-17'")
                .replace(":size", "20")
                .replace(":offset", "" + offset)
                .replace(
                        ":ids",
                        String.join(
                                ", ",
                                IntStream.range(1, 21)
                                        .mapToObj(i -> "" + 4999 * i)
                                        .toList()));
    }
}
