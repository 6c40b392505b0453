package io.dbharness.provision;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

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
     * @param consent what a person has to agree to first, one sentence each: costs; empty when nothing
     */
    record Plan(Map<String, String> facts, List<String> remarks, List<String> consent) {

        public Plan {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
            remarks = List.copyOf(remarks);
            consent = List.copyOf(consent);
        }
    }

    /**
     * On what terms a subject is brought up that costs something.
     *
     * @param lifetime how long it has to stand at most
     * @param prices   where prices come from: a file's path or {@code retail}; empty when the provisioning file has its way
     */
    record Terms(Duration lifetime, Optional<String> prices) {}

    /** Runs the harness on a machine near a subject. */
    interface Remote {

        /**
         * Runs it and brings its results here, also of a run that failed.
         *
         * @param words what is typed after {@code harness}; target, user, password, collect and out are added
         * @param out   a directory here that is not there yet
         * @param heard each line that it prints
         * @return its exit code
         */
        int run(List<String> words, Path out, Consumer<String> heard) throws InterruptedException;
    }

    /**
     * Where a subject is: a mounted directory of this machine, the address of a database, or both.
     *
     * @param directory  a directory on its disk that may be filled
     * @param cgroup     the control group that a server on the disk is to run in
     * @param target     a database that is there, with the user and the password to enter it by
     * @param collectors what {@code --collect} takes for figures of its machines, for example {@code prometheus=URL}
     * @param remote     a machine near it that the harness is to run on; empty when it runs on this one
     */
    record Location(
            Optional<Path> directory,
            Optional<Path> cgroup,
            Optional<TargetSpec> target,
            List<String> collectors,
            Optional<Remote> remote) {

        public Location {
            collectors = List.copyOf(collectors);
        }

        /** Of a subject that is not up yet: fit to check the rest of a command with. */
        public static Location unmade() {
            return new Location(
                    Optional.of(Path.of("").toAbsolutePath()),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty());
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

    /**
     * What bringing a subject up would make, without making it. Empty when something is wrong with its file, which is noted.
     *
     */
    Optional<Plan> plan(Subject subject, Terms terms, Problems problems);

    /**
     * Makes the subject new for this caller, who must close it and has agreed to its costs. If a user has brought up the whole file before,
     * that is used as it is and stays up.
     *
     * @throws HarnessException when it cannot be made
     */
    Provisioned bringUp(Subject subject, Terms terms);

    /** The names of everything that is up, also when another process brought it up. */
    List<String> up();
}
