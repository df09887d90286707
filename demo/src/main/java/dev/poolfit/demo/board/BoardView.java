package dev.poolfit.demo.board;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/** The answers of the board API. */
interface BoardView {
    record Page(int number, long total, List<Post> posts) {}

    record Post(long id, String title, int authorId, int views, LocalDateTime createdAt) {}

    record NewsPage(List<Article> newest, List<Topic> mostRead) {}

    record Article(long id, int topic, String title, LocalDate publishedOn) {}

    record Topic(int topic, long articles, BigDecimal views) {}

    record Month(int room, String yearMonth, List<Day> days) {}

    record Day(LocalDate day, long reservations, BigDecimal hours, long guests) {}
}
