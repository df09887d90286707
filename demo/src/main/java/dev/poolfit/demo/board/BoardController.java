package dev.poolfit.demo.board;

import dev.poolfit.demo.board.BoardView.Month;
import dev.poolfit.demo.board.BoardView.NewsPage;
import dev.poolfit.demo.board.BoardView.Page;
import java.time.YearMonth;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Read API over the board, the news and the rooms. */
@RestController
@Profile("board")
@RequestMapping("/api")
class BoardController {
    private final BoardQueries queries;

    BoardController(BoardQueries queries) {
        this.queries = queries;
    }

    @GetMapping("/board")
    Page board(@RequestParam(defaultValue = "1") int category, @RequestParam(defaultValue = "0") int page) {
        return queries.page(category, page);
    }

    @GetMapping("/news")
    NewsPage news() {
        return queries.news();
    }

    @GetMapping("/room/{id}/reservation/month")
    Month month(@PathVariable int id, @RequestParam YearMonth yearMonth) {
        return queries.month(id, yearMonth);
    }
}
