package io.dbharness.machine;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Captures facts about the machine and JVM of the load generator, which a reader needs to compare two results. */
public final class ClientEnvironment {

    private ClientEnvironment() {}

    /** Returns facts by name, sorted. They contain no host name, user name or path. */
    public static Map<String, String> capture() {
        SystemFiles files = SystemFiles.here();
        Map<String, String> facts = new TreeMap<>(MachineFacts.read(files).facts());
        facts.put("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        cpuModel(files).ifPresent(model -> facts.put("cpuModel", model));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("architecture", System.getProperty("os.arch"));
        facts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put("javaVendor", System.getProperty("java.vendor"));
        facts.put("heapMaxBytes", Long.toString(Runtime.getRuntime().maxMemory()));
        facts.put(
                "collectors",
                String.join(
                        ", ",
                        ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .map(bean -> bean.getName())
                                .toList()));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean machine) {
            facts.put("memoryBytes", Long.toString(machine.getTotalMemorySize()));
        }
        facts.put("timeZone", java.util.TimeZone.getDefault().getID());
        return facts;
    }

    /** Returns the model name of the processor; empty if the system does not report it. */
    private static Optional<String> cpuModel(SystemFiles files) {
        return files.lines("/proc/cpuinfo").stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }
}
