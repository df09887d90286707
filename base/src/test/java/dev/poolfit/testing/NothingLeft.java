package dev.poolfit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Fails a class of tests that leaves anything in the folder for temporary files. */
public final class NothingLeft implements BeforeAllCallback, AfterAllCallback {
    private static final Namespace HERE = Namespace.create(NothingLeft.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(HERE).put("before", TemporaryFolder.content());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Set<String> left = TemporaryFolder.content();
        left.removeAll(context.getStore(HERE).get("before", Set.class));
        assertThat(left).as("left in " + TemporaryFolder.path()).isEmpty();
    }
}
