package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.acceptance.Surrounding.Place;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.GeneratedPart;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.MariadbServer;
import io.dbharness.testkit.shared.Pgbouncer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers, databases and accounts as administrators set them up. Every command of every SQL workload works there, or is refused in one
 * sentence, within its time limit; {@code doctor} finds the setting before. Each build tries one workload for one setting of each kind; the
 * nightly tier tries all workloads for all settings, those of whole servers too. With {@code -Dsurroundings.table=FILE} the outcomes are
 * written into that page, between its two marks.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class SurroundingsIT {

    private static final String BEGIN = "<!-- written by make surroundings: begin -->\n";
    private static final String END = "<!-- written by make surroundings: end -->\n";
    private static final String HEAD = """
            | server | setting | line of `doctor` | `tpcc` | `sysbench` | `insert-delete` | `sql user` |
            |---|---|---|---|---|---|---|
            """;

    private static final String PASSWORD = "plain";
    private static final int LONGEST_SENTENCE = 900;
    private static final int MOST_ATTEMPTS = 20;

    /** For the administrator's own sessions on a server whose settings stop its commits. */
    private static final List<String> UNHINDERED =
            List.of("SET default_transaction_read_only = off", "SET synchronous_commit = off");

    /** Makes the account the owner of tables that the administrator has loaded because the account could not. */
    private static final String HAND_OVER = """
            DO $$ DECLARE one record; BEGIN
                FOR one IN SELECT CAST(oid AS regclass) AS name FROM pg_class
                    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                LOOP EXECUTE format('ALTER TABLE %s OWNER TO $account', one.name); END LOOP;
                FOR one IN SELECT CAST(oid AS regprocedure) AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
                LOOP EXECUTE format('ALTER ROUTINE %s OWNER TO $account', one.name); END LOOP;
            END $$""";

    private static final String PROFILE = """
            name: surrounded
            tables:
              item:
                rows: 50
                key: id
                indexes: owner
                columns:
                  id: bigint not null = seq(1..item.rows)
                  owner: varchar(20) not null = text(uniform(6..20), uniform(1..30))
            operations:
              look:
                parameters: {id: uniform(1..item.rows)}
                sql: SELECT owner FROM item WHERE id = :id
                expect: 1
              change:
                parameters: {id: uniform(1..item.rows), owner: "text(fixed(6))"}
                statements:
                  - sql: SELECT owner FROM item WHERE id = :id FOR UPDATE
                  - sql: UPDATE item SET owner = :owner WHERE id = :id
            """;

    /**
     * A workload with its smallest data set.
     *
     * @param name    before the name of a command
     * @param options after it
     */
    private record Workload(String name, String options) {

        String[] words(String command, Path folder) {
            String more = command.equals("run")
                    ? "--load never --connections 2 --warmup 0s --until 20 --duration 20s --request-timeout 5s --out "
                            + folder.resolve("out-" + System.nanoTime())
                            + (name.equals("tpcc") ? " --think-time none" : "")
                    : "";
            return (name + (command.equals("run") ? " " : " " + command + " ")
                            + options.replace(
                                    "PROFILE", folder.resolve("profile.yaml").toString()) + " " + more)
                    .strip()
                    .split(" ");
        }
    }

    private static final List<Workload> WORKLOADS = List.of(
            new Workload("tpcc", "--warehouses 1 --rows-percent 1"),
            new Workload("sysbench read-write", "--tables 2 --table-size 100"),
            new Workload("insert-delete", "--initial-data 3730B"),
            new Workload("sql user", "--profile PROFILE"));

    @TempDir
    private Path folder;

    /** The nightly profile tries every workload in every surrounding. */
    private static final boolean NIGHTLY = "nightly".equals(System.getProperty("test.effort"));

    private final Map<Surrounding, String> rows = new LinkedHashMap<>();
    private Optional<MariadbServer> mariadb = Optional.empty();
    private Optional<PackagedPostgresql> packaged = Optional.empty();
    private int made;

    static Stream<Surrounding> surroundings() {
        if (NIGHTLY) {
            return Surrounding.ALL.stream();
        }
        return Surrounding.ALL.stream()
                .filter(surrounding -> List.of(Place.POSTGRESQL, Place.POOLER).contains(surrounding.place()))
                .collect(Collectors.toMap(
                        Surrounding::kind, Function.identity(), (first, other) -> first, LinkedHashMap::new))
                .values()
                .stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("surroundings")
    @Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyCommandWorksOrIsRefusedInASentence(Surrounding surrounding) throws Exception {
        Files.writeString(folder.resolve("profile.yaml"), PROFILE);
        int one = Surrounding.ALL.indexOf(surrounding) % WORKLOADS.size();
        List<String> outcomes = new ArrayList<>();
        for (Workload workload : NIGHTLY ? WORKLOADS : WORKLOADS.subList(one, one + 1)) {
            outcomes.add(outcome(surrounding, workload));
        }
        String line = surrounding.line().isEmpty() ? "no session" : surrounding.line();
        String row = String.join(
                " | ", "| " + surrounding.place(), surrounding.setting(), line, String.join(" | ", outcomes) + " |\n");
        rows.put(surrounding, row);
        System.out.print(row);
    }

    private String outcome(Surrounding surrounding, Workload workload) throws Exception {
        String name = "surroundings_" + made++;
        return switch (surrounding.place()) {
            case POSTGRESQL -> {
                TargetSpec server = BuildServer.postgresql(name);
                yield onPostgresql(new Scene(surrounding, workload, server, name + "_role"), List.of());
            }
            case PACKAGED -> {
                assumeTrue(PackagedPostgresql.isInstalled(), "PostgreSQL is not installed");
                if (packaged.isEmpty()) {
                    packaged = Optional.of(PackagedPostgresql.create());
                }
                TargetSpec server = packaged.get().with(surrounding.first());
                execute(server, UNHINDERED, List.of("CREATE DATABASE " + name));
                yield onPostgresql(new Scene(surrounding, workload, at(server, name), name + "_role"), UNHINDERED);
            }
            case POOLER -> {
                assumeTrue(Pgbouncer.isInstalled(), "pgbouncer is not installed");
                TargetSpec server = BuildServer.postgresql(name);
                try (Pgbouncer pooler =
                        Pgbouncer.start(server, surrounding.first().get(0))) {
                    Scene scene = new Scene(
                            surrounding, workload, server, server.user().orElseThrow());
                    yield commands(scene, pooler.address(), List.of());
                }
            }
            case MARIADB -> {
                assumeTrue(MariadbServer.isInstalled(), "mariadb-server is not installed");
                if (mariadb.isEmpty()) {
                    mariadb = Optional.of(MariadbServer.start("--local-infile=1", "--innodb-buffer-pool-size=64M"));
                }
                TargetSpec server = mariadb.get().database(name);
                yield onMariadb(new Scene(surrounding, workload, server, name.replace("surroundings", "user")));
            }
        };
    }

    /**
     * One workload in one surrounding.
     *
     * @param owner   address of the database for its administrator
     * @param account name of the account that the commands use
     */
    private record Scene(Surrounding surrounding, Workload workload, TargetSpec owner, String account) {

        TargetSpec target() {
            return new TargetSpec(
                    owner.url(),
                    Optional.of(account),
                    Optional.of(Secret.of(PASSWORD)),
                    Optional.empty(),
                    owner.options());
        }

        List<String> named(List<String> statements) {
            String database = owner.url().replaceFirst(".*/", "");
            return statements.stream()
                    .map(statement -> statement.replace("$account", account).replace("$database", database))
                    .toList();
        }
    }

    private static TargetSpec at(TargetSpec server, String database) {
        return new TargetSpec(
                server.url().replaceFirst("/[^/]*$", "/" + database),
                server.user(),
                server.password(),
                Optional.empty(),
                server.options());
    }

    private String onPostgresql(Scene scene, List<String> unhindered) throws Exception {
        execute(
                scene.owner(),
                unhindered,
                scene.named(List.of(
                        "CREATE ROLE $account LOGIN PASSWORD '" + PASSWORD + "'",
                        "GRANT CREATE ON SCHEMA public TO $account")));
        try {
            boolean packagedHere = scene.surrounding().place() == Place.PACKAGED;
            List<String> first = packagedHere ? List.of() : scene.surrounding().first();
            return commands(scene, scene.target(), first);
        } finally {
            execute(
                    scene.owner(),
                    unhindered,
                    scene.named(List.of("DROP OWNED BY $account CASCADE", "DROP ROLE $account")));
        }
    }

    private String onMariadb(Scene scene) throws Exception {
        execute(
                scene.owner(),
                List.of(),
                scene.named(List.of(
                        "CREATE USER $account@'%' IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, INDEX, ALTER, REFERENCES, CREATE ROUTINE,"
                                + " ALTER ROUTINE, EXECUTE ON $database.* TO $account")));
        try {
            return commands(scene, scene.target(), scene.surrounding().first());
        } finally {
            List<String> undo = scene.surrounding().first().stream()
                    .filter(statement -> statement.startsWith("SET GLOBAL"))
                    .map(statement -> statement.replaceFirst("=.*", "= DEFAULT"))
                    .collect(Collectors.toCollection(ArrayList::new));
            undo.add("DROP USER $account");
            execute(scene.owner(), List.of(), scene.named(undo));
        }
    }

    /** Where the account cannot load, the administrator does, and the account gets the tables. */
    private String commands(Scene scene, TargetSpec target, List<String> first) throws Exception {
        List<String> refused = new ArrayList<>();
        if (!scene.surrounding().loaded().isEmpty()) {
            assertThat(CommandRunner.run(folder, scene.owner(), scene.workload().words("load", folder))
                            .exitCode())
                    .isZero();
            execute(scene.owner(), List.of(), scene.named(scene.surrounding().loaded()));
        }
        execute(scene.owner(), List.of(), scene.named(first));
        assertThatDoctorFinds(scene, target);
        if (scene.surrounding().loaded().isEmpty() && refuses(scene, target, "load", refused)) {
            Outcome load =
                    CommandRunner.run(folder, scene.owner(), scene.workload().words("load", folder));
            if (load.exitCode() != 0) {
                return cell(scene.surrounding(), refused);
            }
            if (scene.surrounding().place() != Place.MARIADB) {
                execute(scene.owner(), List.of(), scene.named(List.of(HAND_OVER)));
            }
        }
        for (String command : List.of("run", "check", "drop")) {
            refuses(scene, target, command, refused);
        }
        return cell(scene.surrounding(), refused);
    }

    private static String cell(Surrounding surrounding, List<String> refused) {
        return surrounding.varies() ? "works or is refused" : refused.isEmpty() ? "works" : String.join(", ", refused);
    }

    private boolean refuses(Scene scene, TargetSpec target, String command, List<String> refused) {
        Outcome outcome = CommandRunner.run(folder, target, scene.workload().words(command, folder));
        String all = outcome.errors() + outcome.output();
        String what = scene.surrounding() + ", " + scene.workload().name() + " " + command + ": " + all;
        assertThat(all).as(what).doesNotContain("internal:", "Exception", "\tat ");
        if (outcome.exitCode() == 0) {
            return false;
        }
        boolean hit = scene.surrounding().varies();
        assertThat(outcome.exitCode()).as(what).isIn(hit ? List.of(1, 2, 12, 13) : List.of(2, 13));
        assertThat(outcome.errors().lines().filter(line -> line.startsWith("error: ")))
                .as(what)
                .hasSizeBetween(outcome.exitCode() == 12 ? 0 : 1, 3)
                .allMatch(line -> line.length() <= LONGEST_SENTENCE);
        refused.add(command + " " + outcome.exitCode());
        return true;
    }

    private Outcome doctor(TargetSpec target) {
        return CommandRunner.run(folder, target, "doctor", "--quick", "--json", "--connections", "2");
    }

    private void assertThatDoctorFinds(Scene scene, TargetSpec target) throws IOException {
        Surrounding surrounding = scene.surrounding();
        Outcome doctor = doctor(target);
        // A session that its client has closed keeps its place until the server's process has ended.
        for (int attempt = 1; attempt < MOST_ATTEMPTS && doctor.errors().contains("no free connection"); attempt++) {
            doctor = doctor(target);
        }
        String all = doctor.output() + doctor.errors();
        if (surrounding.line().isEmpty() || surrounding.varies()) {
            assertThat(all).as(surrounding.toString()).contains(surrounding.found());
            return;
        }
        List<String> lines = new ArrayList<>();
        for (JsonNode finding : new ObjectMapper().readTree(doctor.output()).path("preflight")) {
            if (finding.path("what").asText().equals(surrounding.line())) {
                lines.add(finding.toString());
            }
        }
        assertThat(lines)
                .as(surrounding + ": " + all)
                .anyMatch(line -> line.toLowerCase(Locale.ROOT)
                        .contains(surrounding.found().toLowerCase(Locale.ROOT)));
    }

    private static void execute(TargetSpec server, List<String> first, List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        server.url(),
                        server.user().orElseThrow(),
                        server.password().map(Secret::reveal).orElse(""));
                Statement statement = connection.createStatement()) {
            for (String sql : Stream.concat(first.stream(), statements.stream()).toList()) {
                statement.execute(sql);
            }
        }
    }

    @AfterAll
    void writeTable() throws IOException {
        try {
            mariadb.ifPresent(MariadbServer::close);
        } finally {
            packaged.ifPresent(PackagedPostgresql::close);
        }
        String page = System.getProperty("surroundings.table", "");
        if (page.isEmpty()) {
            return;
        }
        assertThat(rows.keySet()).as("surroundings that passed").containsAll(Surrounding.ALL);
        new GeneratedPart(Path.of(page), BEGIN, END)
                .write(HEAD + Surrounding.ALL.stream().map(rows::get).collect(Collectors.joining()));
    }
}
