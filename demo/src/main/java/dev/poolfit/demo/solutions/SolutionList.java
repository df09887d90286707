package dev.poolfit.demo.solutions;

import dev.poolfit.demo.solutions.SolutionView.Solution;
import java.util.List;

/** The newest solutions that have one of some tags. */
interface SolutionList {
    int PAGE_SIZE = 20;

    List<Solution> page(List<String> tags, int number);
}
