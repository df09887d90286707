package dev.poolfit.demo.studies;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;

/** Finds study groups; no index serves the list, so each page and each count looks at the whole table. */
interface StudyGroupRepository extends JpaRepository<StudyGroup, Integer> {
    @EntityGraph(attributePaths = "leader")
    Page<StudyGroup> findByStatusOrderByStartsOnDescIdDesc(StudyGroup.Status status, Pageable page);
}
