package io.dbharness.provisioning.software;

import io.dbharness.model.Resources;
import io.dbharness.provisioning.file.DataFile;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A database that is installed on machines with a mounted volume, by a script of this package that may run again.
 *
 * @param word     as files name it
 * @param machines the most it may run on
 * @param user     who enters, with a password drawn for the run; empty when everybody may
 * @param download where it is downloaded from unless a file says otherwise; empty when it is not downloaded
 * @param image    {@code publisher:offer:sku:version} of an image that has it; empty when any will do
 * @param packages of the distribution that it needs
 * @param port     behind each address, with its colon; empty: none
 * @param url      its address, with places for those of its machines
 */
public record DatabaseSoftware(
        String word,
        int machines,
        Optional<String> user,
        Optional<String> download,
        Optional<String> image,
        List<String> packages,
        Optional<String> port,
        String url) {

    /** All machines with a port that is not the one of {@link #port}. */
    private static final Pattern HOSTS = Pattern.compile("\\$\\{hosts(:\\d+)}");

    /** All of them. */
    public static final List<DatabaseSoftware> ALL =
            DataFile.read(Table.class, "software.yaml").software();

    private record Table(List<DatabaseSoftware> software) {}

    /** The one of this word. */
    public static Optional<DatabaseSoftware> of(String word) {
        return ALL.stream().filter(one -> one.word.equals(word)).findFirst();
    }

    /** Its address for the harness, as its client sees it. */
    public String url(List<String> addresses) {
        List<String> all =
                addresses.stream().map(address -> address + port.orElse("")).toList();
        String known = url.replace("${first}", all.get(0)).replace("${all}", String.join(",", all));
        return HOSTS.matcher(known)
                .replaceAll(place -> addresses.stream()
                        .map(address -> address + place.group(1))
                        .collect(Collectors.joining(",")));
    }

    /**
     * The script that installs and starts it on one machine. The password is no part of it: it is in the variable {@code PASSWORD} of
     * the script's environment. Its last line is a JSON object of strings: what is there now.
     */
    public String script(Machine machine) {
        return "ADDRESS='" + machine.address() + "'\nADDRESSES='" + String.join(" ", machine.all()) + "'\nMOUNT='"
                + machine.mount() + "'\nDOWNLOAD='" + machine.download() + "'\n"
                + Resources.text(DatabaseSoftware.class, word + ".sh");
    }

    /**
     * One machine of those that a database runs on.
     *
     * @param address  its own
     * @param all      of all of them, the first of which the others join
     * @param mount    where its volume is
     * @param download where the software is; empty when it is not downloaded
     */
    public record Machine(String address, List<String> all, String mount, String download) {

        public Machine {
            all = List.copyOf(all);
        }
    }

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

        /** Striping and file systems, needed for volumes, and the machine's own figures. */
        private static final List<String> OF_ALL = List.of("mdadm", "xfsprogs", EXPORTER);

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
            return new FirstStart(
                    Stream.concat(OF_ALL.stream(), software.packages.stream()).toList());
        }

        /** Of a machine that the harness runs on. */
        public static FirstStart ofClient() {
            return new FirstStart(List.of("openjdk-17-jre-headless"));
        }

        /** From a step's text. */
        public static Optional<FirstStart> parse(String packages) {
            return packages.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new FirstStart(List.of(packages.split(" ", -1))));
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
}
