package io.dbharness.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/**
 * Facts about this process that Java reports.
 *
 * @param processors number of processors that the process may use
 * @param heapBytes  maximum size of its heap in bytes
 * @param files      maximum number of open files, including sockets; empty if the system does not report it
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
