package dev.poolfit.demo.board;

import dev.poolfit.demo.board.BoardView.Article;
import dev.poolfit.demo.board.BoardView.Day;
import dev.poolfit.demo.board.BoardView.Month;
import dev.poolfit.demo.board.BoardView.NewsPage;
import dev.poolfit.demo.board.BoardView.Page;
import dev.poolfit.demo.board.BoardView.Post;
import dev.poolfit.demo.board.BoardView.Topic;
import java.time.LocalDate;
import java.time.YearMonth;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Queries of the board API; each page counts or sums some ten thousand rows of an index. */
@Repository
@Profile("board")
@Transactional(readOnly = true)
class BoardQueries {
    private static final int PAGE_SIZE = 20;
    private static final LocalDate TODAY = LocalDate.of(2025, 4, 1);

    private final JdbcClient database;

    BoardQueries(JdbcClient database) {
        this.database = database;
    }

    Page page(int category, int number) {
        long total = database.sql("SELECT count(*) FROM post WHERE category = :category AND deleted = 0")
                .param("category", category)
                .query(Long.class)
                .single();
        return new Page(
                number,
                total,
                database.sql("SELECT id, title, author_id, views, created_at FROM post"
                                + " WHERE category = :category AND deleted = 0"
                                + " ORDER BY id DESC LIMIT :size OFFSET :offset")
                        .param("category", category)
                        .param("size", PAGE_SIZE)
                        .param("offset", number * PAGE_SIZE)
                        .query(Post.class)
                        .list());
    }

    NewsPage news() {
        return new NewsPage(
                database.sql("SELECT id, topic, title, published_on FROM news ORDER BY id DESC LIMIT :size")
                        .param("size", PAGE_SIZE)
                        .query(Article.class)
                        .list(),
                database.sql("SELECT topic, count(*) AS articles, sum(views) AS views FROM news"
                                + " WHERE published_on >= :since GROUP BY topic ORDER BY views DESC LIMIT 5")
                        .param("since", TODAY.minusMonths(3))
                        .query(Topic.class)
                        .list());
    }

    Month month(int room, YearMonth month) {
        return new Month(
                room,
                month.toString(),
                database.sql(
                                "SELECT starts_on AS day, count(*) AS reservations, sum(hours) AS hours, sum(guests) AS guests"
                                        + " FROM reservation WHERE room_id = :room AND starts_on BETWEEN :first AND :last"
                                        + " GROUP BY starts_on ORDER BY starts_on")
                        .param("room", room)
                        .param("first", month.atDay(1))
                        .param("last", month.atEndOfMonth())
                        .query(Day.class)
                        .list());
    }
}
