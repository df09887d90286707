package dev.poolfit.services.faults;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Something that is sold. */
@Entity
class Item {
    @Id
    private int id;

    private String name;

    String getName() {
        return name;
    }

    int getId() {
        return id;
    }
}
