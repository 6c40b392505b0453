package io.dbharness.provisioning.local;

import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** One kind of step of a local disk. The methods correspond to those of the provider. */
interface LocalStepKind {

    Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException;

    /** Does nothing by default: some parts disappear with another part. */
    default void undo(Step step, Facts facts) throws IOException, InterruptedException {}

    boolean isThere(Step step, Facts facts) throws IOException, InterruptedException;

    /** The kinds of steps, in the order in which a disk is made. */
    enum Kind {
        DIRECTORY,
        IMAGE,
        LOOP,
        FORMAT,
        MOUNT,
        MEMORY,
        LIMIT,
        KEEPER;

        /** Returns the name in ledgers, which is also the suffix of step ids. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the id of the step of this kind for a disk or a subject. */
        String of(String disk) {
            return disk + "/" + word();
        }

        /** Returns the id of the step of this kind for the same disk as another step. */
        String beside(Step step) {
            return of(step.id().substring(0, step.id().lastIndexOf('/')));
        }
    }

    /** Names of arguments and facts in ledgers. They must not change: a newer version must be able to undo the steps of an older one. */
    static final class Names {

        static final String DIRECTORY = "directory";
        static final String FILE_SYSTEMS = "file-systems";
        static final String MADE = "made";
        static final String IMAGE = "image";
        static final String BYTES = "bytes";
        static final String DEVICE = "device";
        static final String NUMBERS = "numbers";
        static final String DIRECT = "direct";
        static final String FILE_SYSTEM = "file-system";
        static final String MOUNT_POINT = "mount-point";
        static final String OPTIONS = "options";
        static final String IOPS = "iops";
        static final String BANDWIDTH = "bytes-per-second";
        static final String BURST_IOPS = "burst-iops";
        static final String BURST_BANDWIDTH = "burst-bytes-per-second";
        static final String BURST_SECONDS = "burst-seconds";
        static final String THROTTLE = "throttle";
        static final String ROOT = "root";
        static final String ENABLED = "enabled";
        static final String TOKEN = "token";
        static final String MEMORY = "memory";
        static final String GROUP = "group";

        private Names() {}
    }
}
