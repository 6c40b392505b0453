package io.dbharness.provision;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Brings up the subjects of a study and takes them down; found by {@link ServiceLoader}. One thread. */
public interface Provisioner {

    /**
     * A subject of a provisioning file, written {@code FILE#SUBJECT}.
     *
     * @param file the provisioning file
     * @param name of the subject in it
     */
    record Subject(Path file, String name) {

        @Override
        public String toString() {
            return file + "#" + name;
        }
    }

    /**
     * What bringing a subject up would make.
     *
     * @param facts   what it will be, by name, in the order to be shown, for example {@code IOPS: 1,100}
     * @param remarks sentences for people: limits, bursts, prices
     */
    record Plan(Map<String, String> facts, List<String> remarks) {

        public Plan {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * Where a subject is: a mounted directory of this machine, the address of a database, or both.
     *
     * @param directory  a directory on its disk that may be filled
     * @param cgroup     the control group that a server on the disk is to run in
     * @param target     a database that is there, with the user and the password to enter it by
     * @param collectors what {@code --collect} takes for figures of its machines, for example {@code prometheus=URL}
     */
    record Location(
            Optional<Path> directory, Optional<Path> cgroup, Optional<TargetSpec> target, List<String> collectors) {

        public Location {
            collectors = List.copyOf(collectors);
        }

        /** Of a subject that is not up yet: fit to check the rest of a command with. */
        public static Location unmade() {
            return new Location(
                    Optional.of(Path.of("").toAbsolutePath()), Optional.empty(), Optional.empty(), List.of());
        }

        /** For the data of a server that the harness starts. */
        public Optional<Path> dataDirectory() {
            return directory.map(d -> d.resolve("data"));
        }

        /** For a workload that reads and writes a file. */
        public Optional<Path> probeFile() {
            return directory.map(d -> d.resolve("probe.dat"));
        }
    }

    /** A subject that is up, until it is closed. */
    interface Provisioned extends AutoCloseable {

        Location location();

        /** Takes it down, unless somebody else brought it up. */
        @Override
        void close();
    }

    /** The one on the class path; throws when there is none. */
    static Provisioner load() {
        return ServiceLoader.load(Provisioner.class)
                .findFirst()
                .orElseThrow(() ->
                        new HarnessException("bringing up a subject needs the module provisioning on the class path"));
    }

    /** What bringing a subject up would make, without making it. Empty when something is wrong with its file, which is noted. */
    Optional<Plan> plan(Subject subject, Problems problems);

    /**
     * Makes the subject new for this caller, who must close it. If a user has brought up the whole file before, that is used as it is
     * and stays up.
     *
     * @throws HarnessException when it cannot be made
     */
    Provisioned bringUp(Subject subject);

    /** The names of everything that is up, also when another process brought it up. */
    List<String> up();
}
