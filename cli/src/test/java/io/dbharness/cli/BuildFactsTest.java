package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.result.RunResult.Tool;
import java.util.jar.Attributes;
import org.junit.jupiter.api.Test;

class BuildFactsTest {

    private static Attributes manifest(String commit, String dirty) {
        Attributes attributes = new Attributes();
        attributes.putValue("Implementation-Version", "1.2.3");
        attributes.putValue("Implementation-Commit", commit);
        attributes.putValue("Implementation-Dirty", dirty);
        return attributes;
    }

    @Test
    void theCommitIsThatOfTheBuild() {
        assertThat(BuildFacts.tool(manifest("abc123", "false"))).isEqualTo(new Tool("dbharness", "1.2.3", "abc123"));
    }

    @Test
    void uncommittedChangesAreMarked() {
        assertThat(BuildFacts.tool(manifest("abc123", "true")).commit()).isEqualTo("abc123-dirty");
    }

    @Test
    void aBuildOutsideACheckoutDoesNotKnow() {
        assertThat(BuildFacts.tool(manifest("${git.commit.id.abbrev}", "${git.dirty}"))
                        .commit())
                .isEqualTo("unknown");
        assertThat(BuildFacts.tool(new Attributes())).isEqualTo(new Tool("dbharness", "unknown", "unknown"));
    }
}
