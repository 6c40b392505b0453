package io.dbharness.provisioning.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.dbharness.provisioning.local.LocalStepKind.Kind;
import io.dbharness.provisioning.local.LocalStepKind.Names;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real process, watching any device of this machine under a limiter that limits nothing. */
@Tag("slow")
class KeeperPartTest {

    private static final Path DEVICES = Path.of("/sys/block");

    @TempDir
    Path token;

    private final KeeperPart part = new KeeperPart(new Polling(new SystemClock()));

    @AfterEach
    void end() throws Exception {
        part.undo(step(), Facts.NONE);
        assertThat(part.isThere(step(), Facts.NONE)).isFalse();
    }

    @Test
    void aKeeperThatWasStartedIsThereFromThenOn() throws Exception {
        Facts earlier = watching(anyDevice());

        for (int start = 0; start < 10; start++) {
            part.apply(step(), earlier);
            for (int look = 0; look < 20; look++) {
                assertThat(part.isThere(step(), earlier)).isTrue();
            }
        }
    }

    private static Path anyDevice() throws IOException {
        assumeThat(DEVICES).as("block devices of this machine").isDirectory();
        try (Stream<Path> devices = Files.list(DEVICES)) {
            List<Path> some = devices.limit(1).toList();
            assumeThat(some).as("block devices of this machine").isNotEmpty();
            return some.get(0);
        }
    }

    private static Facts watching(Path device) {
        return Facts.NONE
                .with("p/loop", Map.of(Names.DEVICE, device.toString(), Names.NUMBERS, "0:0"))
                .with("p/limit", Map.of(Names.THROTTLE, "none", Names.ROOT, "/none"));
    }

    private Step step() {
        return new Step(
                LocalProvider.NAME,
                "p/keeper",
                Kind.KEEPER.word(),
                "p",
                "",
                Map.of(
                        Names.TOKEN, token.toString(),
                        Names.IOPS, "500",
                        Names.BANDWIDTH, "0",
                        Names.BURST_IOPS, "500",
                        Names.BURST_BANDWIDTH, "0",
                        Names.BURST_SECONDS, "0"));
    }
}
