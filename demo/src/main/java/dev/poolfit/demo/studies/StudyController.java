package dev.poolfit.demo.studies;

import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Read API over study groups. With open-in-view the connection stays taken until the response is written. */
@RestController
@Profile("studies")
@RequestMapping("/api/studies")
class StudyController {
    private final StudyGroupService service;

    StudyController(StudyGroupService service) {
        this.service = service;
    }

    @GetMapping
    StudyView.Page page(@RequestParam(defaultValue = "0") int page) {
        var found = service.open(page);
        return new StudyView.Page(
                page,
                found.getTotalPages(),
                found.getTotalElements(),
                found.stream().map(CardRenderer::card).toList());
    }
}
