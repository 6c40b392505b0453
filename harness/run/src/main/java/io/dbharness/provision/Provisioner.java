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

/** Brings up the subjects of a study and takes them down. Loaded with {@link ServiceLoader}. Not thread-safe. */
public interface Provisioner {

    /**
     * A subject of a provisioning file, written {@code FILE#SUBJECT}, or one of its volumes, {@code FILE#SUBJECT/VOLUME}.
     *
     * @param file   provisioning file
     * @param name   name of the subject in the file
     * @param volume name of the volume that a command uses; empty for the whole subject
     */
    record Subject(Path file, String name, Optional<String> volume) {

        public Subject(Path file, String name) {
            this(file, name, Optional.empty());
        }

        /** Returns the whole subject, which is brought up once for all its volumes. */
        public Subject whole() {
            return new Subject(file, name);
        }

        @Override
        public String toString() {
            return file + "#" + name + volume.map(one -> "/" + one).orElse("");
        }
    }

    /**
     * The resources that bringing up a subject would create.
     *
     * @param facts   properties of the subject by name, in display order, for example {@code IOPS: 1,100}
     * @param remarks remarks on limits, bursts and prices, one sentence each
     * @param consent costs that the user must accept first, one sentence each; empty if there are none
     */
    record Plan(Map<String, String> facts, List<String> remarks, List<String> consent) {

        public Plan {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
            remarks = List.copyOf(remarks);
            consent = List.copyOf(consent);
        }
    }

    /**
     * The conditions for bringing up a subject with costs.
     *
     * @param lifetime maximum lifetime of the subject
     * @param prices   source of prices: the path of a file, or {@code retail}; empty for the source in the provisioning file
     */
    record ProvisionOptions(Duration lifetime, Optional<String> prices) {}

    /** Runs the harness on a machine near a subject. */
    interface Remote {

        /**
         * Runs the harness and copies its results to this machine, also those of a failed run.
         *
         * @param words command line after {@code harness}; the options target, user, password, collect and out are added
         * @param out   directory to create on this machine
         * @param heard receives each line that the harness prints
         * @return exit code of the harness
         */
        int run(List<String> words, Path out, Consumer<String> heard) throws InterruptedException;
    }

    /**
     * The location of a subject: a mounted directory on this machine, the address of a database, or both.
     *
     * @param directory  directory on its disk that may be filled
     * @param log        directory on another disk for a server's log; empty if the log lies with the data
     * @param cgroup     control group for a server on the disk
     * @param target     address of an existing database, with user and password
     * @param collectors values of {@code --collect} for metrics of its machines, for example {@code prometheus=URL}
     * @param remote     machine near the subject to run the harness on; empty if it runs on this machine
     */
    record Location(
            Optional<Path> directory,
            Optional<Path> log,
            Optional<Path> cgroup,
            Optional<TargetSpec> target,
            List<String> collectors,
            Optional<Remote> remote) {

        public Location {
            collectors = List.copyOf(collectors);
        }

        /** Returns a placeholder location of a subject that is not up yet, for checking the rest of a command. */
        public static Location unmade() {
            return new Location(
                    Optional.of(Path.of("").toAbsolutePath()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty());
        }

        /** Returns the directory for the data of a server that the harness starts. */
        public Optional<Path> dataDirectory() {
            return directory.map(d -> d.resolve("data"));
        }

        /** Returns the directory for the log of a server that the harness starts. */
        public Optional<Path> logDirectory() {
            return log.map(d -> d.resolve("log"));
        }

        /** Returns the file for a workload that reads and writes a file. */
        public Optional<Path> probeFile() {
            return directory.map(d -> d.resolve("probe.dat"));
        }
    }

    /** A subject that is up until {@link #close}. */
    interface Provisioned extends AutoCloseable {

        /**
         * Returns the location of the subject or of one of its volumes.
         *
         * @throws HarnessException if there is no such volume
         */
        Location location(Optional<String> volume);

        /** Takes the subject down, unless another process or the user brought it up. */
        @Override
        void close();
    }

    /** Loads the provisioner on the class path; throws {@link HarnessException} if there is none. */
    static Provisioner load() {
        return ServiceLoader.load(Provisioner.class)
                .findFirst()
                .orElseThrow(() ->
                        new HarnessException("bringing up a subject needs the module provisioning on the class path"));
    }

    /** Plans a subject without creating it. Returns empty after noting a fault in its file. */
    Optional<Plan> plan(Subject subject, ProvisionOptions terms, Problems problems);

    /**
     * Creates the subject. The caller has accepted its costs and must close it. If the user has already brought up the whole file, that
     * subject is used and stays up.
     *
     * @throws HarnessException if the subject cannot be created
     */
    Provisioned bringUp(Subject subject, ProvisionOptions terms);

    /** Returns the names of all resources that are up, including those of other processes. */
    List<String> up();
}
