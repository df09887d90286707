package dev.poolfit.demo.studies;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Person who leads or joins study groups. */
@Entity
@Table(name = "study_member")
class Member {
    @Id
    private Integer id;

    private String nickname;
    private String introduction;

    protected Member() {}

    String getNickname() {
        return nickname;
    }

    String getIntroduction() {
        return introduction;
    }
}
