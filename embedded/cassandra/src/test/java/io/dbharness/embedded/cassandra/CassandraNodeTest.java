package io.dbharness.embedded.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraNodeTest {

    @Test
    void aProcessThatHasTheIdOfAnOldNodeIsNoNode(@TempDir Path data) throws IOException {
        Path directory = Files.createDirectory(data.resolve("node1"));
        Files.writeString(
                CassandraNode.processFile(directory), ProcessHandle.current().pid() + System.lineSeparator());

        assertThat(CassandraNode.directories(data)).containsExactly(directory);
        assertThat(CassandraNode.isServed(data)).isFalse();
    }
}
