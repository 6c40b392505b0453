package io.dbharness.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the load generator runs on: facts that a reader needs to compare two results. */
public final class ClientEnvironment {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private ClientEnvironment() {}

    /** Facts by name, sorted. Holds no host name, user name or path. */
    public static Map<String, String> capture() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        cpuModel().ifPresent(model -> facts.put("cpuModel", model));
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

    private static Optional<String> cpuModel() {
        if (!Files.isReadable(CPU_INFO)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.of("unreadable: " + e.getMessage());
        }
    }
}
