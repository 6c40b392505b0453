package io.dbharness.provisioning.local;

/** Names of arguments and facts in ledgers: what one version writes, the next has to undo. */
final class Names {

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
