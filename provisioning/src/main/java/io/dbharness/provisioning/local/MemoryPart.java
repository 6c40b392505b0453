package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The control group that bounds the memory of the servers on a disk. The page cache of what they read and write counts, so that a data
 * set larger than this has to be read from the disk however much memory the machine has.
 *
 * @param patience waits for those who are in it
 */
record MemoryPart(Patience patience) implements Part {

    /** A server that is told to stop writes what it has in memory first. */
    private static final Duration LEAVING = Duration.ofMinutes(1);

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException {
        MemoryGroups groups = MemoryGroups.here();
        String enabled = groups.enable();
        Path group = groups.make(step.argument(Names.GROUP), Arguments.number(step, Names.BYTES));
        return Map.of(Names.GROUP, group.toString(), Names.ENABLED, enabled);
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        MemoryGroups groups = MemoryGroups.here();
        Path group = groups.of(step.argument(Names.GROUP));
        if (!patience.until(LEAVING, () -> MemoryGroups.members(group).isEmpty())) {
            List<String> members = MemoryGroups.members(group);
            throw new HarnessException("processes " + String.join(", ", members) + " run in " + group
                    + "; end them and run 'provision down' again");
        }
        Files.deleteIfExists(group);
        groups.disable(facts.of(step.id(), Names.ENABLED).orElse(""));
    }

    @Override
    public Presence presence(Step step, Facts facts) throws IOException {
        return Part.present(Files.isDirectory(MemoryGroups.here().of(step.argument(Names.GROUP))));
    }
}
