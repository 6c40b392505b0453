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
 * Where a subject can be worked on: a mounted directory of this machine, the address of a database, or both.
 *
 * @param subject   its name
 * @param directory a directory on its disk that may be filled, for {@code --data-dir} and {@code --file}
 * @param target    a database, for {@code --target}
 * @param group     the control group that a server on the disk is to run in, for {@code --cgroup}
 * @param facts     what it is, as its plan said and its steps found
 * @param clients   machines near it that send load: the harness runs on the first, and all of them have an agent when there are several;
 *                  empty when there is none of its own
 */
public record ReadySubject(
        String subject,
        Optional<Path> directory,
        Optional<TargetSpec> target,
        Optional<Path> group,
        Map<String, String> facts,
        List<Access> clients) {

    /** A fact of it: what {@code --collect} takes for figures of its machines. */
    public static final String COLLECT = "collect";

    /** A fact of it: ids of what Azure Monitor records, behind commas. */
    public static final String AZURE = "azure";

    /** The machine that the harness runs on. */
    public Optional<Access> client() {
        return clients.stream().findFirst();
    }

    /** How one of its clients is entered: the first by the subject's name, the second by that and {@code -2}, and so on. */
    public Optional<Access> client(String machine) {
        return IntStream.range(0, clients.size())
                .filter(i -> machine.equals(i == 0 ? subject : subject + "-" + (i + 1)))
                .mapToObj(clients::get)
                .findFirst();
    }

    /**
     * What a study needs to know of it.
     *
     * @param remote runs the harness on its client machine
     */
    public Location location(Optional<Remote> remote) {
        List<String> collectors = new ArrayList<>();
        Optional.ofNullable(facts.get(COLLECT)).ifPresent(collectors::add);
        Optional.ofNullable(facts.get(AZURE)).ifPresent(ids -> collectors.add("azure=" + ids));
        return new Location(directory, group, target, collectors, remote);
    }

    public ReadySubject {
        clients = List.copyOf(clients);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * How a machine is entered by ssh.
     *
     * @param host  its name or address
     * @param port  of its ssh server
     * @param user  who enters
     * @param key   the file of the private key
     * @param known the file of host keys; a host that is not in it is believed once and added
     * @param via   a machine that it is entered through; empty when it is entered from here
     */
    public record Access(String host, int port, String user, Path key, Path known, Optional<Access> via) {

        /** From here. */
        public Access(String host, int port, String user, Path key, Path known) {
            this(host, port, user, key, known, Optional.empty());
        }

        /** Of an ssh server unless said otherwise. */
        public static final int PORT = 22;
    }
}
