package io.dbharness.provisioning.software;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a machine does when it starts for the first time, as cloud-init reads it: installs packages of its distribution. Disks may come
 * later than that, so nothing is formatted here; and everybody in the machine may read it, so no secret is.
 *
 * @param packages to install
 */
public record FirstStart(List<String> packages) {

    /** Where {@link #EXPORTER} answers. */
    public static final int EXPORTER_PORT = 9100;

    private static final String EXPORTER = "prometheus-node-exporter";

    /** Striping and file systems, needed for volumes. */
    private static final List<String> VOLUME = List.of("mdadm", "xfsprogs");

    private static final String JAVA = "openjdk-17-jre-headless";

    /** Keeps the distribution from making a cluster of its own on the system's disk. */
    private static final String NO_CLUSTER = """
            write_files:
            - path: /etc/postgresql-common/createcluster.conf
              content: |
                create_main_cluster = false
            """;

    public FirstStart {
        packages = List.copyOf(packages);
    }

    /** Of a machine with a database; the machine's own figures can be asked for beside it. */
    public static FirstStart of(DatabaseSoftware software) {
        List<String> packages = new ArrayList<>(VOLUME);
        packages.add(EXPORTER);
        packages.addAll(software.packages());
        return new FirstStart(packages);
    }

    /** Of a machine that the harness runs on. */
    public static FirstStart ofClient() {
        return new FirstStart(List.of(JAVA));
    }

    /** From a step's text. */
    public static Optional<FirstStart> parse(String packages) {
        return packages.isEmpty() ? Optional.empty() : Optional.of(new FirstStart(List.of(packages.split(" ", -1))));
    }

    /** For a step. */
    public String words() {
        return String.join(" ", packages);
    }

    /** The cloud-config. */
    public String text() {
        StringBuilder text = new StringBuilder("#cloud-config\npackage_update: true\npackages:\n");
        packages.forEach(name -> text.append("- ").append(name).append('\n'));
        return packages.contains("postgresql") ? text.append(NO_CLUSTER).toString() : text.toString();
    }
}
