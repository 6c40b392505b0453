package io.dbharness.provisioning.container;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The databases whose images are known. */
enum Product {
    POSTGRESQL("postgres", 5432) {
        @Override
        Recipe recipe(Order order) {
            return Recipe.of("jdbc:postgresql://ADDRESS/harness", "harness")
                    .variable("POSTGRES_USER", "harness")
                    .variable("POSTGRES_PASSWORD", order.password())
                    .variable("POSTGRES_DB", "harness")
                    .command("postgres", "-c", "max_connections=" + (order.connections() + SPARE))
                    // Once while it is set up, where nobody can reach it, and once for good.
                    .ready("database system is ready to accept connections", 2);
        }
    },
    YUGABYTEDB("yugabyte", 5433) {
        @Override
        Recipe recipe(Order order) {
            return Recipe.of("jdbc:yugabytedb://ADDRESS/yugabyte", "yugabyte")
                    .password("yugabyte")
                    .command(
                            "bin/yugabyted",
                            "start",
                            "--background=false",
                            "--tserver_flags=yb_enable_read_committed_isolation=true,ysql_max_connections="
                                    + (order.connections() + SPARE))
                    .readyWhen("bin/ysqlsh -h $(hostname) -c 'SELECT 1'");
        }
    },
    SQLSERVER("mssql", 1433) {
        @Override
        Recipe recipe(Order order) {
            return Recipe.of("jdbc:sqlserver://ADDRESS;databaseName=harness;trustServerCertificate=true", "sa")
                    .variable("ACCEPT_EULA", "Y")
                    .variable("MSSQL_SA_PASSWORD", order.password())
                    .ready("SQL Server is now ready for client connections", 1)
                    .then("PATH=$PATH:/opt/mssql-tools18/bin:/opt/mssql-tools/bin"
                            + " SQLCMDPASSWORD=$MSSQL_SA_PASSWORD sqlcmd -C -b -S localhost -U sa -Q 'CREATE DATABASE"
                            + " harness; ALTER DATABASE harness SET ALLOW_SNAPSHOT_ISOLATION ON'");
        }
    },
    CASSANDRA("cassandra", 9042) {
        @Override
        Recipe recipe(Order order) {
            return Recipe.of("cassandra://ADDRESS/harness?datacenter=datacenter1", "")
                    .variable("CASSANDRA_DC", "datacenter1")
                    .variable("CASSANDRA_ENDPOINT_SNITCH", "GossipingPropertyFileSnitch")
                    // One node has nobody to wait for.
                    .variable("JVM_EXTRA_OPTS", "-Dcassandra.skip_wait_for_gossip_to_settle=0")
                    .ready("Startup complete", 1);
        }
    };

    /** Sessions beside those of the load: set-up, metrics, checks. */
    private static final int SPARE = 10;

    private final String imageWord;
    private final int port;

    Product(String imageWord, int port) {
        this.imageWord = imageWord;
        this.port = port;
    }

    /**
     * What is asked of a server.
     *
     * @param connections how many sessions the load opens
     * @param password    to enter with, where the product lets one choose
     */
    record Order(int connections, String password) {}

    /** How its image is started and entered. */
    abstract Recipe recipe(Order order);

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
}
