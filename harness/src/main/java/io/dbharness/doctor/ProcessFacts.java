package io.dbharness.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/**
 * What Java tells of this process.
 *
 * @param processors it may use
 * @param heapBytes  the most that its heap may grow to
 * @param files      that it may have open at once, sockets included; empty where the system does not tell
 */
record ProcessFacts(int processors, long heapBytes, OptionalLong files) {

    static ProcessFacts read() {
        return new ProcessFacts(
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory(),
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? OptionalLong.of(unix.getMaxFileDescriptorCount())
                        : OptionalLong.empty());
    }
}
