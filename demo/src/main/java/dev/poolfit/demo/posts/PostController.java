package dev.poolfit.demo.posts;

import dev.poolfit.demo.posts.PostView.Draft;
import dev.poolfit.demo.posts.PostView.Written;
import java.net.URI;
import org.springframework.context.annotation.Profile;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Write API of the posts. */
@RestController
@Profile("posts")
@RequestMapping("/api/posts")
class PostController {
    private final PostWriter writer;

    PostController(PostWriter writer) {
        this.writer = writer;
    }

    @PostMapping
    ResponseEntity<Written> write(@RequestBody Draft draft) {
        return writer.write(draft)
                .map(post -> ResponseEntity.created(URI.create("/api/posts/" + post.id()))
                        .body(post))
                .orElseGet(() -> ResponseEntity.unprocessableEntity().build());
    }
}
