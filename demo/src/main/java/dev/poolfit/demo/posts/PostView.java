package dev.poolfit.demo.posts;

import java.util.List;

/** The drafts that the API of the posts takes, and its answers. */
interface PostView {
    record Draft(int author, String title, String body, List<Integer> tags) {
        public Draft {
            tags = tags == null ? List.of() : tags.stream().distinct().sorted().toList();
        }
    }

    record Written(long id, String author, long postsOfAuthor, List<String> tags, List<String> earlier) {}

    record Author(String name, long posts) {}
}
