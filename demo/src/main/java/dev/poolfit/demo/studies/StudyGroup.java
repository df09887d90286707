package dev.poolfit.demo.studies;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import java.time.LocalDate;
import java.util.Set;

/** People who learn something together. */
@Entity
class StudyGroup {
    /** Says whether one can still join. */
    enum Status {
        OPEN,
        CLOSED
    }

    @Id
    private Integer id;

    private String title;
    private String description;

    @Enumerated(EnumType.STRING)
    private Status status;

    private int capacity;
    private LocalDate startsOn;

    @ManyToOne(fetch = FetchType.LAZY)
    private Member leader;

    @ManyToMany
    @JoinTable(
            name = "study_group_member",
            joinColumns = @JoinColumn(name = "group_id"),
            inverseJoinColumns = @JoinColumn(name = "member_id"))
    private Set<Member> members;

    @ManyToMany
    @JoinTable(
            name = "study_group_tag",
            joinColumns = @JoinColumn(name = "group_id"),
            inverseJoinColumns = @JoinColumn(name = "tag_id"))
    private Set<Tag> tags;

    protected StudyGroup() {}

    Integer getId() {
        return id;
    }

    String getTitle() {
        return title;
    }

    String getDescription() {
        return description;
    }

    int getCapacity() {
        return capacity;
    }

    LocalDate getStartsOn() {
        return startsOn;
    }

    Member getLeader() {
        return leader;
    }

    Set<Member> getMembers() {
        return members;
    }

    Set<Tag> getTags() {
        return tags;
    }
}
