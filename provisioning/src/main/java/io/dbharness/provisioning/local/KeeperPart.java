package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import io.dbharness.provisioning.local.LocalStepKind.Kind;
import io.dbharness.provisioning.local.LocalStepKind.Names;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.Polling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The process that holds a disk to its rates, see {@code keeper.sh}. It is found by its arguments, so that a process whose id was never
 * recorded is found, too.
 *
 * @param polling waits until the process ends
 */
record KeeperPart(Polling polling) implements LocalStepKind {

    private static final String NAME = "dbharness-disk-keeper";
    private static final String SHELL = "sh";
    private static final Duration ENDING = Duration.ofSeconds(10);

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        // A keeper that was started before a reboot of the machine would watch the wrong device.
        undo(step, earlier);
        String loop = Kind.LOOP.beside(step);
        String limit = Kind.LIMIT.beside(step);
        Path device = Path.of(earlier.text(loop, Names.DEVICE));
        List<String> words = new ArrayList<>(List.of(
                SHELL,
                "-c",
                Resources.text(KeeperPart.class, "keeper.sh"),
                NAME,
                step.argument(Names.TOKEN),
                "/sys/block/" + device.getFileName() + "/stat",
                earlier.text(loop, Names.NUMBERS),
                earlier.text(limit, Names.THROTTLE),
                earlier.text(limit, Names.ROOT)));
        for (String number :
                List.of(Names.IOPS, Names.BANDWIDTH, Names.BURST_IOPS, Names.BURST_BANDWIDTH, Names.BURST_SECONDS)) {
            words.add(step.argument(number));
        }
        Programs.leave(words);
        if (!polling.until(ENDING, () -> runs(step))) {
            throw new HarnessException("the process that limits the disk to its rates ended immediately");
        }
        return Map.of();
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        for (ProcessHandle process : processes(step)) {
            process.destroyForcibly();
        }
        if (!polling.until(ENDING, () -> processes(step).isEmpty())) {
            throw new HarnessException("the processes " + processes(step) + " do not end");
        }
    }

    @Override
    public boolean isThere(Step step, Facts facts) {
        return !processes(step).isEmpty();
    }

    /**
     * Returns true if the keeper's shell is running. A process has no arguments for a moment, while {@code setsid} is replaced by the
     * shell.
     */
    private static boolean runs(Step step) {
        return processes(step).stream().anyMatch(process -> words(process).indexOf(SHELL) == 0);
    }

    private static List<ProcessHandle> processes(Step step) {
        List<String> marks = List.of(NAME, step.argument(Names.TOKEN));
        return ProcessHandle.allProcesses()
                .filter(process -> words(process).containsAll(marks))
                .toList();
    }

    /** Returns the arguments of a process; empty if it has ended. */
    private static List<String> words(ProcessHandle process) {
        try {
            Path line = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
            return List.of(Files.readString(line, StandardCharsets.ISO_8859_1).split("\0", -1));
        } catch (IOException e) {
            return List.of();
        }
    }
}
