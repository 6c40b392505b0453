package io.dbharness.provisioning.container;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;

/** The databases whose images are known. */
enum Product {
    POSTGRESQL("postgres", 5432) {
        @Override
        Recipe recipe(int sessions, String password) {
            return new Recipe(
                    "jdbc:postgresql://ADDRESS/harness",
                    "harness",
                    password,
                    Map.of("POSTGRES_USER", "harness", "POSTGRES_PASSWORD", password, "POSTGRES_DB", "harness"),
                    List.of("postgres", "-c", "max_connections=" + sessions),
                    // Printed twice: first during set-up, when it cannot be reached, and then when it is ready.
                    Wait.forLogMessage(".*database system is ready to accept connections.*", 2),
                    "");
        }
    },
    YUGABYTEDB("yugabyte", 5433) {
        @Override
        Recipe recipe(int sessions, String password) {
            String flags = "yb_enable_read_committed_isolation=true,ysql_max_connections=" + sessions;
            return new Recipe(
                    "jdbc:yugabytedb://ADDRESS/yugabyte",
                    "yugabyte",
                    "yugabyte",
                    Map.of(),
                    List.of("bin/yugabyted", "start", "--background=false", "--tserver_flags=" + flags),
                    Wait.forSuccessfulCommand("bin/ysqlsh -h $(hostname) -c 'SELECT 1'"),
                    "");
        }
    },
    SQLSERVER("mssql", 1433) {
        @Override
        Recipe recipe(int sessions, String password) {
            return new Recipe(
                    "jdbc:sqlserver://ADDRESS;databaseName=harness;trustServerCertificate=true",
                    "sa",
                    password,
                    Map.of("ACCEPT_EULA", "Y", "MSSQL_SA_PASSWORD", password),
                    List.of(),
                    Wait.forLogMessage(".*SQL Server is now ready for client connections.*", 1),
                    "PATH=$PATH:/opt/mssql-tools18/bin:/opt/mssql-tools/bin"
                            + " SQLCMDPASSWORD=$MSSQL_SA_PASSWORD sqlcmd -C -b -S localhost -U sa -Q 'CREATE DATABASE"
                            + " harness; ALTER DATABASE harness SET ALLOW_SNAPSHOT_ISOLATION ON'");
        }
    },
    CASSANDRA("cassandra", 9042) {
        @Override
        Recipe recipe(int sessions, String password) {
            return new Recipe(
                    "cassandra://ADDRESS/harness?datacenter=datacenter1",
                    "",
                    "",
                    Map.of(
                            "CASSANDRA_DC", "datacenter1",
                            "CASSANDRA_ENDPOINT_SNITCH", "GossipingPropertyFileSnitch",
                            // A single node has no others to wait for.
                            "JVM_EXTRA_OPTS", "-Dcassandra.skip_wait_for_gossip_to_settle=0"),
                    List.of(),
                    Wait.forLogMessage(".*Startup complete.*", 1),
                    "");
        }
    };

    private final String imageWord;
    private final int port;

    Product(String imageWord, int port) {
        this.imageWord = imageWord;
        this.port = port;
    }

    /**
     * How its image is started and entered.
     *
     * @param sessions it has to take
     * @param password to enter with, where the product lets one choose
     */
    abstract Recipe recipe(int sessions, String password);

    /** Where it listens inside its container. */
    int port() {
        return port;
    }

    /** As in {@code container:PRODUCT=IMAGE}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Product> named(String word) {
        return Arrays.stream(values())
                .filter(product -> product.word().equals(word))
                .findFirst();
    }

    /** The one that an image's name speaks of. */
    static Optional<Product> of(String image) {
        String name = image.toLowerCase(Locale.ROOT);
        List<Product> fitting = Arrays.stream(values())
                .filter(product -> name.contains(product.imageWord))
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
    }

    static String words() {
        return Arrays.stream(values()).map(Product::word).collect(Collectors.joining(", "));
    }

    /**
     * How an image is started, when it is ready and how it is entered.
     *
     * @param url       with {@code ADDRESS} for host and port
     * @param user      who logs in; empty when there is no login
     * @param password  of the user
     * @param variables of its environment
     * @param command   instead of the image's own; empty for that
     * @param ready     tells when it is
     * @param then      a shell command to run in it after that; empty for none
     */
    record Recipe(
            String url,
            String user,
            String password,
            Map<String, String> variables,
            List<String> command,
            WaitStrategy ready,
            String then) {

        static final String ADDRESS = "ADDRESS";
    }
}
