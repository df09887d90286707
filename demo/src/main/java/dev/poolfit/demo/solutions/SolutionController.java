package dev.poolfit.demo.solutions;

import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Read API over the solutions that were handed in. */
@RestController
@Profile("solutions")
@RequestMapping("/api/solutions")
class SolutionController {
    private final SolutionList list;

    SolutionController(SolutionList list) {
        this.list = list;
    }

    @GetMapping
    SolutionView.Page page(@RequestParam List<String> tags, @RequestParam(defaultValue = "0") int page) {
        return new SolutionView.Page(page, list.page(tags, page));
    }
}
