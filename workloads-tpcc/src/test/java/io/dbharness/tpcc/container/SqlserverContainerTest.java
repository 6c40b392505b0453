package io.dbharness.tpcc.container;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** The whole workload on the oldest and a newer release of SQL Server that it is for. */
@Tag("container")
@ExtendWith(DockerAvailable.class)
class SqlserverContainerTest {

    private static final String SQL_SERVER_2019 = "mcr.microsoft.com/mssql/server:2019-CU28-ubuntu-20.04";
    private static final String SQL_SERVER_2022 = "mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04";

    private static final int PORT = 1433;
    private static final String USER = "sa";
    /** Of the throw-away server; it insists on capitals, digits and length. */
    private static final String PASSWORD = "Throw-away-2026";

    @ParameterizedTest
    @ValueSource(strings = {SQL_SERVER_2019, SQL_SERVER_2022})
    void theWholeWorkloadInBothModesAndAtEveryIsolationLevel(String image) throws Exception {
        try (GenericContainer<?> server = new GenericContainer<>(DockerImageName.parse(image))
                .withExposedPorts(PORT)
                .withEnv("ACCEPT_EULA", "Y")
                .withEnv("MSSQL_SA_PASSWORD", PASSWORD)
                .waitingFor(Wait.forLogMessage(".*SQL Server is now ready for client connections.*", 1)
                        .withStartupTimeout(Duration.ofMinutes(5)))) {
            server.start();
            createDatabase(address(server, "master"));

            WholeWorkload workload = new WholeWorkload(address(server, "tpcc"));
            workload.tellsAboutTheServer("Microsoft SQL Server");
            workload.loads();
            workload.runs("read-committed");
            workload.runs("repeatable-read");
            workload.runs("snapshot");
            workload.runs("serializable");
            workload.drops();
        }
    }

    private static void createDatabase(TargetSpec master) {
        try (JdbcTarget target = new JdbcTargetProvider().open(master)) {
            target.jdbi().useHandle(handle -> {
                handle.execute("CREATE DATABASE tpcc");
                handle.execute("ALTER DATABASE tpcc SET ALLOW_SNAPSHOT_ISOLATION ON");
            });
        }
    }

    private static TargetSpec address(GenericContainer<?> server, String database) {
        String url = "jdbc:sqlserver://" + server.getHost() + ":" + server.getMappedPort(PORT) + ";databaseName="
                + database + ";trustServerCertificate=true";
        return TargetSpec.of(url).withCredentials(USER, Secret.of(PASSWORD));
    }
}
