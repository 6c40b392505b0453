package io.dbharness.embedded.postgresql;

import io.dbharness.embedded.EmbeddedServer;
import io.dbharness.embedded.LogDirectory;
import io.dbharness.embedded.Machine;
import io.dbharness.embedded.Machine.ControlGroup;
import io.dbharness.embedded.ProgramStore;
import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.ServerHome.Layout;
import io.dbharness.embedded.ServerHome.Origin;
import io.dbharness.embedded.ServerSettings;
import io.dbharness.embedded.Starter;
import io.dbharness.embedded.postgresql.PostgresPrograms.ScramVerifier;
import io.dbharness.embedded.postgresql.Postmaster.PostmasterFile;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a PostgreSQL for {@code embedded:postgresql}: durable, tuned for the machine, on a free port of 127.0.0.1, with a password
 * generated for this start. It stops when this process ends, even if this process is killed. Thread-safe.
 *
 * <p>{@code TargetSpec.dataDir} keeps the data for the next start; without it they are deleted. The option {@code connections} (a number,
 * 100 by default) is how many sessions the load will open. The option {@code cgroup} is the directory of a control group for the server;
 * the settings are tuned for its memory limit. The option {@code log-dir} is a directory for the WAL, on another disk; it needs {@code
 * dataDir}. The options {@code setting.NAME} are settings of the server. User and password of the given spec are ignored.
 */
public final class EmbeddedPostgresProvider implements ServerProvider {

    public static final String URL = "embedded:postgresql";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgresProvider.class);
    private static final String SERVER = "postgresql";
    static final Layout LAYOUT = new Layout(SERVER, "pgdata", PostmasterFile::isServed);
    /** Settings by which the harness finds its server and connects to it. */
    private static final Set<String> RESERVED =
            Set.of("config_file", "data_directory", "hba_file", "listen_addresses", "port", "unix_socket_directories");

    private static final int DEFAULT_CONNECTIONS = 100;
    /** PostgreSQL's own limit of {@code max_connections} is 262,143; with one process per connection far fewer are practical. */
    private static final int MOST_CONNECTIONS = 100_000;
    /** Well above the 128 bits that are enough against guessing. */
    private static final int PASSWORD_BYTES = 24;

    /** PostgreSQL's setting of the hashes that each connection computes, and its default, the least that RFC 7677 section 4 recommends. */
    private static final String ITERATIONS = "scram_iterations";

    private static final int DEFAULT_ITERATIONS = 4096;
    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,7}");
    private static final int SALT_BYTES = 16;

    private final Starter starter;

    /** Called by {@link java.util.ServiceLoader}. */
    public EmbeddedPostgresProvider() {
        this(Starter.standard(new SystemClock()));
    }

    EmbeddedPostgresProvider(Starter starter) {
        this.starter = starter;
    }

    @Override
    public List<String> forms() {
        return List.of(URL);
    }

    @Override
    public boolean accepts(String url) {
        return url.equals(URL);
    }

    @Override
    public Optional<String> example(String url) {
        return Optional.of("jdbc:postgresql://127.0.0.1:1/example");
    }

    @Override
    public List<Fault.Kind> faults(String url) {
        return List.of(Fault.Kind.values());
    }

    @Override
    public RunningServer start(TargetSpec spec) {
        int connections = connections(spec);
        ServerSettings own = ServerSettings.of(spec, RESERVED);
        Platform platform = Platform.current();
        platform.archive();
        return starter.start("PostgreSQL", spec, LAYOUT, home -> launch(home, spec, connections, own, platform));
    }

    private RunningServer launch(
            ServerHome home, TargetSpec spec, int connections, ServerSettings own, Platform platform)
            throws IOException, InterruptedException {
        Optional<Origin> origin = Origin.read(home.root());
        origin.filter(known -> !known.server().equals(SERVER)).ifPresent(other -> {
            throw new HarnessException("the data directory " + home.root() + " holds data of " + other.server()
                    + ", not PostgreSQL; choose another --data-dir");
        });
        boolean hasData = Files.exists(home.data());
        RunAs identity =
                hasData && origin.isPresent() ? RunAs.remembered(origin.get().runAs(), home.data()) : RunAs.choose();
        Optional<Path> group = ControlGroup.of(spec);
        RunAs runAs = identity.within(group);
        Polling polling = new Polling(starter.clock());
        PostgresPrograms programs = new PostgresPrograms(unpack(platform, runAs), runAs, polling);
        String version = programs.majorVersion();
        home.openTo(runAs);
        Optional<Path> log = LogDirectory.of(spec, home);
        Postmaster postmaster = new Postmaster(home, programs, polling);
        if (hasData) {
            requireVersion(home, version);
            home.log().clear();
            postmaster.awaitPredecessor();
        } else {
            home.log().clear();
            new Origin(SERVER, version, runAs.name()).write(home.root());
            programs.create(home, log);
        }
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(starter.draw(PASSWORD_BYTES));
        programs.setPassword(home, ScramVerifier.of(password, starter.draw(SALT_BYTES), iterations(own)));

        Map<String, String> settings =
                new TreeMap<>(PostgresSettings.tunedFor(Machine.around(log.orElse(home.data()), group), connections));
        settings.putAll(own.values());
        Postmaster.Running running = start(postmaster, settings, own, home);
        LOG.info("PostgreSQL {} answers on port {}, data in {}", version, running.port(), home.root());
        return new EmbeddedServer(
                "PostgreSQL",
                home,
                List.of(running.process()),
                postmaster.again(settings, running.port()),
                address(spec, running.port(), password));
    }

    /** A wrong value is refused by the server. */
    private static int iterations(ServerSettings own) {
        return Optional.ofNullable(own.values().get(ITERATIONS))
                .filter(value -> COUNT.matcher(value).matches())
                .map(Integer::parseInt)
                .orElse(DEFAULT_ITERATIONS);
    }

    private static Postmaster.Running start(
            Postmaster postmaster, Map<String, String> settings, ServerSettings own, ServerHome home)
            throws IOException, InterruptedException {
        try {
            return postmaster.start(settings, Postmaster::freePort);
        } catch (HarnessException e) {
            throw own.explained(e, home.log().lines(), "FATAL:");
        }
    }

    private static TargetSpec address(TargetSpec spec, int port, String password) {
        return new TargetSpec(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + PostgresPrograms.DATABASE,
                Optional.of(PostgresPrograms.USER),
                Optional.of(Secret.of(password)),
                spec.dataDir(),
                spec.options());
    }

    private Path unpack(Platform platform, RunAs runAs) throws IOException {
        return new ProgramStore(starter.cache().directory(runAs.isOtherUser()))
                .unpacked(platform.archiveName(), platform.archive());
    }

    private static void requireVersion(ServerHome home, String ours) throws IOException {
        String theirs = Files.readString(home.data().resolve("PG_VERSION")).strip();
        if (!theirs.equals(ours)) {
            throw new HarnessException("the data directory " + home.root() + " was made by PostgreSQL " + theirs
                    + " and this harness carries " + ours
                    + ", which cannot read it; nothing was touched; choose another"
                    + " --data-dir, or serve it with PostgreSQL " + theirs + " and pass --target");
        }
    }

    private static int connections(TargetSpec spec) {
        String text = spec.options().getOrDefault("connections", String.valueOf(DEFAULT_CONNECTIONS));
        if (text.matches("[0-9]{1,6}")) {
            int connections = Integer.parseInt(text);
            if (connections >= 1 && connections <= MOST_CONNECTIONS) {
                return connections;
            }
        }
        throw new UsageException(List.of("connections must be a whole number from 1 to " + MOST_CONNECTIONS
                + " for an embedded PostgreSQL, not '" + text + "'"));
    }
}
