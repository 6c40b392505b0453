package io.dbharness.provisioning.software;

import io.dbharness.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Databases that are installed on machines with a mounted volume, each by a script of this package that may run again. */
public enum DatabaseSoftware {
    /** Of the machine's distribution; one machine. */
    POSTGRESQL(1, "harness", "", "", "postgresql"),
    /** The three of an odd number of machines, or more, hold a copy each. */
    YUGABYTEDB(
            100,
            "yugabyte",
            "https://downloads.yugabyte.com/releases/2024.2.0.0/yugabyte-2024.2.0.0-b145-linux-x86_64.tar.gz",
            "",
            "python3 curl"),
    /** Without passwords, as shipped; only the machines of its network can reach it. */
    CASSANDRA(
            100,
            "",
            "https://archive.apache.org/dist/cassandra/5.0.6/apache-cassandra-5.0.6-bin.tar.gz",
            "",
            "openjdk-17-jre-headless curl"),
    /** The developer edition of an image that has it already; one machine. */
    SQLSERVER(1, "sa", "", "MicrosoftSQLServer:sql2022-ubuntupro2004:sqldev_upro:latest", "");

    /** The words of all. */
    public static final List<String> WORDS =
            Stream.of(values()).map(DatabaseSoftware::word).toList();

    private final int machines;
    private final String user;
    private final String download;
    private final String image;
    private final String packages;

    /** What is empty, it does not have or need; packages are those of the distribution that it needs, with blanks between them. */
    DatabaseSoftware(int machines, String user, String download, String image, String packages) {
        this.machines = machines;
        this.user = user;
        this.download = download;
        this.image = image;
        this.packages = packages;
    }

    /** As files name it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of one of {@link #WORDS}. */
    public static DatabaseSoftware of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** The most machines it may run on. */
    public int machines() {
        return machines;
    }

    /** Who enters, with a password drawn for the run; empty when everybody may. */
    public Optional<String> user() {
        return Optional.of(user).filter(text -> !text.isEmpty());
    }

    /** Where it is downloaded from unless a file says otherwise; empty when it is not downloaded. */
    public Optional<String> download() {
        return Optional.of(download).filter(text -> !text.isEmpty());
    }

    /** {@code publisher:offer:sku:version} of an image that has it; empty when any will do. */
    public Optional<String> image() {
        return Optional.of(image).filter(text -> !text.isEmpty());
    }

    /** Its address for the harness, as its client sees it. */
    public String url(List<String> addresses) {
        String first = addresses.get(0);
        return switch (this) {
            case POSTGRESQL -> "jdbc:postgresql://" + first + ":5432/harness";
            case YUGABYTEDB ->
                "jdbc:yugabytedb://"
                        + addresses.stream().map(address -> address + ":5433").collect(Collectors.joining(","))
                        + "/yugabyte?load-balance=true";
            case CASSANDRA -> "cassandra://" + String.join(",", addresses) + "/harness?datacenter=datacenter1";
            case SQLSERVER ->
                "jdbc:sqlserver://" + first + ":1433;databaseName=harness;encrypt=true;trustServerCertificate=true";
        };
    }

    /**
     * The script that installs and starts it on one machine. The password is no part of it: it is in the variable {@code PASSWORD} of
     * the script's environment. Its last line is a JSON object of strings: what is there now.
     */
    public String script(Machine machine) {
        return "ADDRESS='" + machine.address() + "'\nADDRESSES='" + String.join(" ", machine.all()) + "'\nMOUNT='"
                + machine.mount() + "'\nDOWNLOAD='" + machine.download() + "'\n"
                + Resources.text(DatabaseSoftware.class, word() + ".sh");
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
            if (!software.packages.isEmpty()) {
                packages.addAll(List.of(software.packages.split(" ", -1)));
            }
            return new FirstStart(packages);
        }

        /** Of a machine that the harness runs on. */
        public static FirstStart ofClient() {
            return new FirstStart(List.of(JAVA));
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
