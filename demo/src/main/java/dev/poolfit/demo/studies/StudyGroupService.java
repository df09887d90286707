package dev.poolfit.demo.studies;

import org.hibernate.Hibernate;
import org.springframework.context.annotation.Profile;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Reads everything that the view of a page needs, so that the view needs no connection. */
@Service
@Profile("studies")
@Transactional(readOnly = true)
class StudyGroupService {
    private static final int PAGE_SIZE = 20;

    private final StudyGroupRepository groups;

    StudyGroupService(StudyGroupRepository groups) {
        this.groups = groups;
    }

    Page<StudyGroup> open(int page) {
        Page<StudyGroup> found =
                groups.findByStatusOrderByStartsOnDescIdDesc(StudyGroup.Status.OPEN, PageRequest.of(page, PAGE_SIZE));
        // One query each for all groups of the page (hibernate.default_batch_fetch_size).
        found.forEach(group -> {
            Hibernate.initialize(group.getMembers());
            Hibernate.initialize(group.getTags());
        });
        return found;
    }
}
