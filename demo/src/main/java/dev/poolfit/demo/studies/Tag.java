package dev.poolfit.demo.studies;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Subject that study groups are found by. */
@Entity
@Table(name = "study_tag")
class Tag {
    @Id
    private Integer id;

    private String name;

    protected Tag() {}

    String getName() {
        return name;
    }
}
