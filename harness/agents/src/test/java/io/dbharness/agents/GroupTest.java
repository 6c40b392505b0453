package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dbharness.agents.Group.Events;
import io.dbharness.time.SystemClock;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are started in any order. */
@Tag("slow")
@Timeout(300)
class GroupTest {

    private static final Events IGNORED = new Events() {
        @Override
        public void received(Address from, Message message, ByteBuffer bytes) {}

        @Override
        public void members(List<Address> all) {}
    };

    private static AgentKey key;

    @BeforeAll
    static void makeKey(@TempDir Path folder) {
        Path file = folder.resolve("key.p12");
        AgentKey.make(file, 1);
        key = AgentKey.read(file, new SystemClock().wallTime());
    }

    @Test
    void whoIsAloneJoinsTheFirstThatComesLater() {
        List<String> first = List.of("127.0.0.1:" + Fleet.freePort());
        try (Group early = Group.join("127.0.0.1:" + Fleet.freePort(), first, key, Optional.empty(), IGNORED);
                Group late = Group.join(first.get(0), first, key, Optional.empty(), IGNORED)) {
            Address founder = late.self();
            // On a busy machine one attempt may not be answered in time.
            while (early.members().size() == 1) {
                early.joinAgainIfAlone();
            }
            late.joinAgainIfAlone();

            assertThat(early.members()).containsExactly(founder, early.self());
            assertThat(late.self()).isEqualTo(founder);
        }
    }

    @Test
    void theFirstJoinsOthersThatDoNotFindIt() {
        List<String> addresses = Stream.generate(() -> "127.0.0.1:" + Fleet.freePort())
                .distinct()
                .limit(2)
                .sorted()
                .toList();
        List<String> second = addresses.subList(1, 2);
        try (Group first = Group.join(addresses.get(0), addresses, key, Optional.empty(), IGNORED);
                Group other = Group.join(second.get(0), second, key, Optional.empty(), IGNORED)) {
            while (first.members().size() == 1) {
                first.joinAgainIfAlone();
            }

            assertThat(first.members()).containsExactly(other.self(), first.self());
        }
    }

    @Test
    void whoLeavesJoinsNobodyAgain() {
        List<String> first = List.of("127.0.0.1:" + Fleet.freePort());
        Group alone = Group.join("127.0.0.1:" + Fleet.freePort(), first, key, Optional.empty(), IGNORED);
        alone.close();

        assertThatCode(alone::joinAgainIfAlone).doesNotThrowAnyException();
    }
}
