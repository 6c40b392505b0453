package io.dbharness.provisioning.software;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Databases that are installed on machines with a mounted volume, each by a script of this package that may run again. */
public enum DatabaseSoftware {
    /** Of the machine's distribution; one machine. */
    POSTGRESQL(new Way(1, Optional.of("harness"), Optional.empty(), Optional.empty(), List.of("postgresql"))),
    /** The three of an odd number of machines, or more, hold a copy each. */
    YUGABYTEDB(new Way(
            Way.MANY,
            Optional.of("yugabyte"),
            Optional.of(
                    "https://downloads.yugabyte.com/releases/2024.2.0.0/yugabyte-2024.2.0.0-b145-linux-x86_64.tar.gz"),
            Optional.empty(),
            List.of("python3", "curl"))),
    /** Without passwords, as it comes; nobody but the machines of its network reaches it. */
    CASSANDRA(new Way(
            Way.MANY,
            Optional.empty(),
            Optional.of("https://archive.apache.org/dist/cassandra/5.0.6/apache-cassandra-5.0.6-bin.tar.gz"),
            Optional.empty(),
            List.of("openjdk-17-jre-headless", "curl"))),
    /** The developer edition of an image that has it already; one machine. */
    SQLSERVER(new Way(
            1,
            Optional.of("sa"),
            Optional.empty(),
            Optional.of("MicrosoftSQLServer:sql2022-ubuntupro2004:sqldev_upro:latest"),
            List.of()));

    /** The words of all. */
    public static final List<String> WORDS =
            Stream.of(values()).map(DatabaseSoftware::word).toList();

    @SuppressWarnings("ImmutableEnumChecker") // A record of texts and unmodifiable lists.
    private final Way way;

    /**
     * How it comes to a machine.
     *
     * @param machines the most it may run on
     * @param user     who enters; empty when everybody may
     * @param download where it comes from; empty for the distribution's own or the image's
     * @param image    that has it
     * @param packages of the distribution, installed at the first start
     */
    private record Way(
            int machines,
            Optional<String> user,
            Optional<String> download,
            Optional<String> image,
            List<String> packages) {
        static final int MANY = 100;
    }

    DatabaseSoftware(Way way) {
        this.way = way;
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
        return way.machines();
    }

    /** Who enters, with a password drawn for the run; empty when everybody may. */
    public Optional<String> user() {
        return way.user();
    }

    /** Where it is downloaded from unless a file says otherwise; empty when it is not downloaded. */
    public Optional<String> download() {
        return way.download();
    }

    /** {@code publisher:offer:sku:version} of an image that has it; empty when any will do. */
    public Optional<String> image() {
        return way.image();
    }

    /** Packages of the distribution that it needs. */
    List<String> packages() {
        return way.packages();
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
                + machine.mount() + "'\nDOWNLOAD='" + machine.download() + "'\n" + resource(word() + ".sh");
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

    private static String resource(String name) {
        try (InputStream in = DatabaseSoftware.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
