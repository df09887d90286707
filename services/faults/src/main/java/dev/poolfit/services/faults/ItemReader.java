package dev.poolfit.services.faults;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Reads by the primary key. */
@Component
class ItemReader {
    private final JdbcTemplate jdbc;

    ItemReader(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional(readOnly = true)
    List<String> name(int id) {
        return jdbc.queryForList("select name from item where id = ?", String.class, id);
    }
}
