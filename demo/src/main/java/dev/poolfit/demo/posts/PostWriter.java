package dev.poolfit.demo.posts;

import dev.poolfit.demo.posts.PostView.Author;
import dev.poolfit.demo.posts.PostView.Draft;
import dev.poolfit.demo.posts.PostView.Written;
import java.util.List;
import java.util.Optional;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Writes posts. Every statement finds its rows by a key and reads few of them, so that a table that grows does not slow
 * it. The counters of tags, which all writers share, come last and in the order of their ids: their rows are locked only
 * until the commit, and nobody waits in a circle.
 */
@Repository
@Profile("posts")
class PostWriter {
    private final JdbcClient database;

    PostWriter(JdbcClient database) {
        this.database = database;
    }

    /** Writes a post, unless its author does not exist. */
    @Transactional
    Optional<Written> write(Draft draft) {
        int counted = database.sql("UPDATE blog_author SET posts = posts + 1 WHERE id = :author")
                .param("author", draft.author())
                .update();
        if (counted == 0) {
            return Optional.empty();
        }
        Author author = database.sql("SELECT name, posts FROM blog_author WHERE id = :author")
                .param("author", draft.author())
                .query(Author.class)
                .single();
        List<String> earlier = database.sql(
                        "SELECT title FROM blog_post WHERE author_id = :author ORDER BY id DESC LIMIT 5")
                .param("author", draft.author())
                .query(String.class)
                .list();
        long id = insert(draft);
        return Optional.of(new Written(id, author.name(), author.posts(), tag(id, draft.tags()), earlier));
    }

    private long insert(Draft draft) {
        var key = new GeneratedKeyHolder();
        database.sql("INSERT INTO blog_post (author_id, title, body, written_at)"
                        + " VALUES (:author, :title, :body, CURRENT_TIMESTAMP)")
                .param("author", draft.author())
                .param("title", draft.title())
                .param("body", draft.body())
                .update(key, "id");
        return key.getKeyAs(Number.class).longValue();
    }

    private List<String> tag(long post, List<Integer> tags) {
        for (int tag : tags) {
            database.sql("INSERT INTO blog_post_tag (post_id, tag_id) VALUES (:post, :tag)")
                    .param("post", post)
                    .param("tag", tag)
                    .update();
        }
        List<String> names = tags.isEmpty()
                ? List.of()
                : database.sql("SELECT name FROM blog_tag WHERE id IN (:tags) ORDER BY id")
                        .param("tags", tags)
                        .query(String.class)
                        .list();
        for (int tag : tags) {
            database.sql("UPDATE blog_tag SET posts = posts + 1 WHERE id = :tag")
                    .param("tag", tag)
                    .update();
        }
        return names;
    }
}
