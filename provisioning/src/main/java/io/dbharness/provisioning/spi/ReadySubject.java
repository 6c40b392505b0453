package io.dbharness.provisioning.spi;

import io.dbharness.provision.Provisioner.Location;
import io.dbharness.provision.Provisioner.Remote;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The location of a subject: a mounted directory of this machine, the address of a database, or both.
 *
 * @param subject   name of the subject
 * @param directory a directory on its disk for data files, for {@code --data-dir} and {@code --file}
 * @param target    a database, for {@code --target}
 * @param group     control group for a server on the disk, for {@code --cgroup}
 * @param facts     properties of the subject, from its plan and its steps
 * @param volumes   mount points of the subject's volumes by name, on the machine that has them; empty if it has one volume or none
 * @param clients   machines near the subject that send load. The harness runs on the first; if there are several, each runs an agent. Empty
 *                  if the subject has none
 */
public record ReadySubject(
        String subject,
        Optional<Path> directory,
        Optional<TargetSpec> target,
        Optional<Path> group,
        Map<String, String> facts,
        Map<String, Path> volumes,
        List<Access> clients) {

    /** Name of the volume that holds data if there are several. */
    public static final String DATA = "data";

    /** Name of the volume that holds a server's log. */
    public static final String LOG = "log";

    /** Name of the fact that holds the {@code --collect} sources of the subject's machines. */
    public static final String COLLECT = "collect";

    /** Name of the fact that holds the ids of Azure Monitor resources, separated by commas. */
    public static final String AZURE = "azure";

    /** Returns the machine on which the harness runs. */
    public Optional<Access> client() {
        return clients.stream().findFirst();
    }

    /** Returns the access of one client: the subject's name selects the first, the suffix {@code -2} the second, and so on. */
    public Optional<Access> client(String machine) {
        return IntStream.range(0, clients.size())
                .filter(i -> machine.equals(i == 0 ? subject : subject + "-" + (i + 1)))
                .mapToObj(clients::get)
                .findFirst();
    }

    /**
     * Converts the subject to the location that a study uses.
     *
     * @param remote runs the harness on its client machine
     */
    public Location location(Optional<Remote> remote) {
        List<String> collectors = new ArrayList<>();
        Optional.ofNullable(facts.get(COLLECT)).ifPresent(collectors::add);
        Optional.ofNullable(facts.get(AZURE)).ifPresent(ids -> collectors.add("azure=" + ids));
        return new Location(
                directory,
                directory.flatMap(any -> Optional.ofNullable(volumes.get(LOG))),
                group,
                target,
                collectors,
                remote);
    }

    /**
     * Returns the subject as seen by a command that uses one of its volumes only: its directory, or its file on the subject's machine.
     *
     * @return empty if there is no such volume
     */
    public Optional<ReadySubject> at(String volume) {
        return Optional.ofNullable(volumes.get(volume))
                .map(mount -> new ReadySubject(
                        subject,
                        directory.map(any -> mount),
                        directory.isPresent() ? target : Optional.of(TargetSpec.of("file:" + mount + "/probe.dat")),
                        group,
                        facts,
                        Map.of(),
                        clients));
    }

    public ReadySubject {
        volumes = Collections.unmodifiableMap(new LinkedHashMap<>(volumes));
        clients = List.copyOf(clients);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * The ssh access of a machine.
     *
     * @param host  host name or address
     * @param port  port of the ssh server
     * @param user  login name
     * @param key   file of the private key
     * @param known file of known host keys; the key of an unknown host is accepted on first use and added
     * @param via   jump host; empty for a direct connection
     */
    public record Access(String host, int port, String user, Path key, Path known, Optional<Access> via) {

        /** Creates a direct access from this machine. */
        public Access(String host, int port, String user, Path key, Path known) {
            this(host, port, user, key, known, Optional.empty());
        }

        /** Default port of ssh servers. */
        public static final int PORT = 22;
    }
}
