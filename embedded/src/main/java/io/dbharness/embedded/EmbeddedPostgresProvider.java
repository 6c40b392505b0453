package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.target.RunningServer;
import io.dbharness.target.Secret;
import io.dbharness.target.ServerProvider;
import io.dbharness.target.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a PostgreSQL for {@code embedded:postgresql}: durable, tuned for the machine, on a free port of 127.0.0.1, with a password
 * drawn for this start. It ends with this process, however that dies. Thread-safe.
 *
 * <p>{@code TargetSpec.dataDir} keeps the data for the next start; without it they are deleted. The option {@code connections} (a
 * number, 100 by default) is how many sessions the load will open; {@code cgroup} is the directory of a control group for the server to run
 * in, and its memory limit what the settings are made for. User and password of the given spec are not looked at.
 */
public final class EmbeddedPostgresProvider implements ServerProvider {

    public static final String URL = "embedded:postgresql";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgresProvider.class);
    private static final String SERVER = "postgresql";
    static final ServerLayout LAYOUT = new ServerLayout(SERVER, "pgdata", PostmasterFile::isServed);
    private static final int DEFAULT_CONNECTIONS = 100;
    /** PostgreSQL's own limit of {@code max_connections} is 262,143; a process each makes far fewer sensible. */
    private static final int MOST_CONNECTIONS = 100_000;
    /** Well above the 128 bits that nobody guesses. */
    private static final int PASSWORD_BYTES = 24;

    private static final int SALT_BYTES = 16;

    private final RunClock clock;
    private final RandomGenerator secrets;
    private final UserCache cache;
    private final ScratchPlace scratch;

    /** For {@link java.util.ServiceLoader}. */
    public EmbeddedPostgresProvider() {
        this(new SystemClock());
    }

    public EmbeddedPostgresProvider(RunClock clock) {
        this(clock, new SecureRandom(), UserCache.standard(System.getenv()), ScratchPlace.standard());
    }

    /**
     * @param secrets where passwords come from
     * @param cache   where the programs are unpacked
     * @param scratch where the data are that are not kept
     */
    EmbeddedPostgresProvider(RunClock clock, RandomGenerator secrets, UserCache cache, ScratchPlace scratch) {
        this.clock = clock;
        this.secrets = secrets;
        this.cache = cache;
        this.scratch = scratch;
    }

    @Override
    public boolean accepts(String url) {
        return url.equals(URL);
    }

    @Override
    public RunningServer start(TargetSpec spec) {
        int connections = connections(spec);
        Platform platform = Platform.current();
        platform.archive();
        try {
            ServerHome home = spec.dataDir().isPresent()
                    ? ServerHome.kept(spec.dataDir().get(), LAYOUT)
                    : ServerHome.scratch(scratch.directory(), LAYOUT);
            return startIn(home, new Request(spec, connections, platform));
        } catch (IOException | UncheckedIOException e) {
            throw new HarnessException("cannot start the embedded PostgreSQL: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the embedded PostgreSQL was starting", e);
        }
    }

    private record Request(TargetSpec spec, int connections, Platform platform) {}

    private RunningServer startIn(ServerHome home, Request request) throws IOException, InterruptedException {
        boolean started = false;
        try {
            RunningServer server = launch(home, request);
            started = true;
            return server;
        } finally {
            if (!started) {
                home.close();
            }
        }
    }

    private RunningServer launch(ServerHome home, Request request) throws IOException, InterruptedException {
        Optional<Origin> origin = Origin.read(home.root());
        origin.filter(known -> !known.server().equals(SERVER)).ifPresent(other -> {
            throw new HarnessException("the data directory " + home.root() + " holds data of " + other.server()
                    + ", not PostgreSQL; choose another --data-dir");
        });
        boolean hasData = Files.exists(home.data());
        RunAs identity =
                hasData && origin.isPresent() ? RunAs.remembered(origin.get().runAs(), home.data()) : RunAs.choose();
        Optional<Path> group = ControlGroup.of(request.spec);
        RunAs runAs = identity.within(group);
        Patience patience = new Patience(clock);
        PostgresPrograms programs = new PostgresPrograms(unpack(request.platform, runAs), runAs, patience);
        String version = programs.majorVersion();
        Postmaster postmaster = new Postmaster(home, programs, patience);
        if (hasData) {
            requireVersion(home, version);
            home.log().clear();
            postmaster.awaitPredecessor();
        } else {
            home.log().clear();
            runAs.giveAway(home.root());
            new Origin(SERVER, version, runAs.name()).write(home.root());
            programs.create(home);
        }
        String password = draw(PASSWORD_BYTES);
        programs.setPassword(home, ScramVerifier.of(password, bytes(SALT_BYTES)));

        var settings = PostgresSettings.tunedFor(Machine.around(home.data(), group), request.connections);
        Postmaster.Running running = postmaster.start(settings, Postmaster::freePort);
        LOG.info("PostgreSQL {} answers on port {}, data in {}", version, running.port(), home.root());
        return new EmbeddedServer(
                "PostgreSQL", home, List.of(running.process()), address(request.spec, running.port(), password));
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
        return new ProgramStore(cache.directory(runAs.isOtherUser()))
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

    private String draw(int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        secrets.nextBytes(bytes);
        return bytes;
    }
}
