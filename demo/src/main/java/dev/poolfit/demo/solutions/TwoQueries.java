package dev.poolfit.demo.solutions;

import dev.poolfit.demo.solutions.SolutionView.Solution;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** After the fix: the ids of the page from the indexes alone, then the rows of these ids. */
@Transactional(readOnly = true)
class TwoQueries implements SolutionList {
    private final JdbcClient database;
    private final String ids = Sql.of("ids");
    private final String rows = Sql.of("rows");

    TwoQueries(JdbcClient database) {
        this.database = database;
    }

    @Override
    public List<Solution> page(List<String> tags, int number) {
        List<Long> found = database.sql(ids)
                .param("tags", tags)
                .param("size", PAGE_SIZE)
                .param("offset", number * PAGE_SIZE)
                .query((row, index) -> row.getLong("id"))
                .list();
        return found.isEmpty()
                ? List.of()
                : database.sql(rows).param("ids", found).query(Solution.class).list();
    }
}
