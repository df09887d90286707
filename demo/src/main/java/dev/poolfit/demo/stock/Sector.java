package dev.poolfit.demo.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Line of business that stocks are grouped by. */
@Entity
class Sector {
    @Id
    private Integer id;

    private String name;

    protected Sector() {}

    Integer getId() {
        return id;
    }

    String getName() {
        return name;
    }
}
