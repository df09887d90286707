package dev.poolfit.demo.solutions;

import dev.poolfit.demo.solutions.SolutionView.Solution;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** Before the fix: one query that joins everything, then drops duplicates by way of a temporary table, then sorts. */
@Transactional(readOnly = true)
class DistinctQuery implements SolutionList {
    private final JdbcClient database;
    private final String sql = Sql.of("distinct");

    DistinctQuery(JdbcClient database) {
        this.database = database;
    }

    @Override
    public List<Solution> page(List<String> tags, int number) {
        return database.sql(sql)
                .param("tags", tags)
                .param("size", PAGE_SIZE)
                .param("offset", number * PAGE_SIZE)
                .query(Solution.class)
                .list();
    }
}
