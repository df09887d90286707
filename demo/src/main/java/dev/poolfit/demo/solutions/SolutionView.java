package dev.poolfit.demo.solutions;

import java.time.LocalDateTime;
import java.util.List;

/** The answers of the API of the solutions. */
interface SolutionView {
    record Page(int number, List<Solution> solutions) {}

    record Solution(long id, String title, String url, LocalDateTime submittedAt, String mission, String author) {}
}
