package io.dbharness.provisioning.software;

import io.dbharness.model.Resources;
import io.dbharness.provisioning.file.DataFile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A database that a script of this package installs on machines with a mounted volume. The script can be run again.
 *
 * @param word     name in files
 * @param machines maximum number of machines
 * @param user     login name, with a password generated for the run; empty if the database needs no login
 * @param download default download address; empty if nothing is downloaded
 * @param image    {@code publisher:offer:sku:version} of an image that contains the database; empty if any image works
 * @param packages required packages of the distribution
 * @param port     port with its colon, appended to each address; empty: none
 * @param x64      true if it runs on x64 processors only, whatever the archive
 * @param volumes  names of the volumes that it can use, with what it keeps there; all on {@code data} if there is no other
 * @param url      address template with placeholders for the addresses of its machines
 */
public record DatabaseSoftware(
        String word,
        int machines,
        Optional<String> user,
        Optional<String> download,
        Optional<String> image,
        List<String> packages,
        Optional<String> port,
        Optional<Boolean> x64,
        Map<String, String> volumes,
        String url) {

    public DatabaseSoftware {
        packages = List.copyOf(packages);
        volumes = Collections.unmodifiableMap(new LinkedHashMap<>(volumes));
    }

    /** Returns true if it runs on x64 processors only. */
    public boolean needsX64() {
        return x64.orElse(false);
    }

    private static final String DATA = "data";

    /** Placeholder for all machines with a port other than {@link #port}. */
    private static final Pattern HOSTS = Pattern.compile("\\$\\{hosts(:\\d+)}");

    /** All databases that can be installed. */
    public static final List<DatabaseSoftware> ALL =
            DataFile.read(Table.class, "software.yaml").software();

    private record Table(List<DatabaseSoftware> software) {}

    /** Finds a database by its name. */
    public static Optional<DatabaseSoftware> of(String word) {
        return ALL.stream().filter(one -> one.word.equals(word)).findFirst();
    }

    /** Returns the address that the harness uses on the client machine. */
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
     * Returns the script that installs and starts the database on one machine. The script reads the password from the environment variable
     * {@code PASSWORD} and does not contain it. Its last output line is a JSON object of strings that describes the installed database.
     */
    public String script(Machine machine) {
        return "ADDRESS='" + machine.address() + "'\nADDRESSES='" + String.join(" ", machine.all()) + "'\nMOUNT='"
                + machine.mount(DATA) + "'\nLOG='" + machine.mount("log") + "'\nTEMPDB='" + machine.mount("tempdb")
                + "'\nDOWNLOAD='" + machine.download() + "'\n"
                + Resources.text(DatabaseSoftware.class, word + ".sh");
    }

    /**
     * One machine of a database.
     *
     * @param address  its own address
     * @param all      addresses of all machines of the database; the others join the first
     * @param mounts   mount points of its volumes, by name; {@code data} is one of them
     * @param download download address of the software; empty if nothing is downloaded
     */
    public record Machine(String address, List<String> all, Map<String, String> mounts, String download) {

        public Machine {
            all = List.copyOf(all);
            mounts = Map.copyOf(mounts);
        }

        /** Returns the mount point of a volume; that of the data if the machine has no such volume. */
        String mount(String volume) {
            return mounts.getOrDefault(volume, mounts.getOrDefault(DATA, ""));
        }
    }

    /**
     * The first-boot configuration of a machine, for cloud-init: installs packages of its distribution. It formats no disk, since disks may
     * be attached later. It contains no secret, since every user of the machine can read it.
     *
     * @param packages packages to install
     */
    public record FirstStart(List<String> packages) {

        /** Port of {@link #EXPORTER}. */
        public static final int EXPORTER_PORT = 9100;

        private static final String EXPORTER = "prometheus-node-exporter";

        /** Packages for striping, file systems and operating system metrics. */
        private static final List<String> OF_ALL = List.of("mdadm", "xfsprogs", EXPORTER);

        /** Keeps the distribution from creating a database cluster on the system disk. */
        private static final String NO_CLUSTER = """
                write_files:
                - path: /etc/postgresql-common/createcluster.conf
                  content: |
                    create_main_cluster = false
                """;

        public FirstStart {
            packages = List.copyOf(packages);
        }

        /** Returns the configuration of a machine with a database, which also exports its operating system metrics. */
        public static FirstStart of(DatabaseSoftware software) {
            return new FirstStart(
                    Stream.concat(OF_ALL.stream(), software.packages.stream()).toList());
        }

        /** Returns the configuration of a client machine, on which the harness runs. */
        public static FirstStart ofClient() {
            return new FirstStart(List.of("openjdk-17-jre-headless"));
        }

        /** Returns the cloud-config document. */
        public String text() {
            StringBuilder text = new StringBuilder("#cloud-config\npackage_update: true\npackages:\n");
            packages.forEach(name -> text.append("- ").append(name).append('\n'));
            return packages.contains("postgresql") ? text.append(NO_CLUSTER).toString() : text.toString();
        }
    }
}
