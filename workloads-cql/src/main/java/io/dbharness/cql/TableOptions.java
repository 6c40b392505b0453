package io.dbharness.cql;

import io.dbharness.cql.data.RowShape;
import io.dbharness.cql.data.Storage;
import io.dbharness.cql.data.Storage.Compaction;
import io.dbharness.cql.data.Storage.Compression;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.Ratio;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The options of a table of cassandra-stress, of rows or of counters.
 *
 * @param keyspace the target's keyspace if empty
 * @param name     the default name for such rows if empty
 */
record TableOptions(Optional<String> keyspace, Optional<String> name) {

    static final Parameter CONSISTENCY = new Parameter(
            "consistency",
            "level of reads and writes; serial and local_serial are for reads",
            "local_quorum",
            Domain.choice(Levels.words(false)));

    private static final String UNPREPARED = "unprepared";
    private static final Parameter STATEMENTS = new Parameter(
            "statements",
            "prepared once, or sent as text with all values, which the server parses at each request",
            "prepared",
            Domain.choice(List.of("prepared", UNPREPARED)));
    private static final String NAME = "[a-z][a-z0-9_]{0,47}";
    private static final String NAMES = "1 to 48 lower-case letters, digits and _, a letter first";

    /** Parameters of every table of cassandra-stress. */
    static final List<Parameter> PARAMETERS = List.of(
            new Parameter(
                    "columns",
                    "number of columns, named C0, C1 and so on, or their names, such as a,b,c; by default 5 small ones or one other",
                    "",
                    Domain.matching(
                                    "N|NAME,...",
                                    text -> !columns(text).isEmpty(),
                                    "a number from 1 to 1000, or different names of letters, digits and _")
                            .optional()),
            new Parameter("key-size", "bytes of a partition's key", "10", Domain.whole(1, 1_000)),
            new Parameter(
                    "table",
                    "name of the table; by default standard1 for small rows, counter1 for counters, another for each other shape",
                    "",
                    Domain.matching("NAME", text -> text.matches(NAME), NAMES).optional()),
            new Parameter(
                    "keyspace",
                    "keyspace of the table; by default that of the target's address",
                    "",
                    Domain.matching("NAME", text -> text.matches(NAME), NAMES).optional()),
            CONSISTENCY,
            new Parameter(
                    "compaction",
                    "compaction strategy of the table, with a short name or that of its class, and options of the strategy behind commas,"
                            + " such as leveled,sstable_size_in_mb=160",
                    "size-tiered",
                    Domain.matching(
                            String.join("|", Compaction.STRATEGIES.keySet()) + "|CLASS[,NAME=VALUE,...]",
                            text -> Compaction.parse(text).isPresent(),
                            String.join(", ", Compaction.STRATEGIES.keySet())
                                    + " or the name of a class, and options such as leveled,sstable_size_in_mb=160")),
            new Parameter(
                    "compression",
                    "compression of the table, with a short name or that of its class; the random values do not shrink",
                    "none",
                    Domain.matching(
                            "none|" + String.join("|", Compression.CLASSES.keySet()) + "|CLASS",
                            text -> Compression.parse(text).isPresent(),
                            "none, " + String.join(", ", Compression.CLASSES.keySet()) + " or the name of a class")),
            new Parameter(
                    "replication",
                    "replicas in a new keyspace; 0 for one per node, at most three",
                    "0",
                    Domain.whole(0, 9)),
            STATEMENTS);

    /** Creates a parameter whose first word is the default. */
    static Parameter choice(String name, String description, Enum<?>... constants) {
        List<String> words = Stream.of(constants).map(Storage::word).toList();
        return new Parameter(name, description, words.get(0), Domain.choice(words));
    }

    static TableOptions of(Parameters parameters) {
        return new TableOptions(given(parameters, "keyspace"), given(parameters, "table"));
    }

    private static Optional<String> given(Parameters parameters, String name) {
        return Optional.of(parameters.text(name)).filter(text -> !text.isEmpty());
    }

    /** Selects the keyspace. Must be called before any request to the cluster. */
    void moveTo(CqlTarget cluster) {
        keyspace.map(List::of).ifPresent(cluster::moveTo);
    }

    /** Returns the names of the columns; empty if none are given. */
    static List<String> columns(Parameters parameters) {
        return columns(parameters.text("columns"));
    }

    /** Parses a number of columns or their names; empty for any other text. */
    private static List<String> columns(String text) {
        if (text.matches("[0-9]{1,4}")) {
            int count = Integer.parseInt(text);
            return count >= 1 && count <= 1_000 ? RowShape.names(count) : List.of();
        }
        List<String> names = List.of(text.split(",", -1));
        boolean sound =
                names.stream().allMatch(name -> name.matches("[A-Za-z][A-Za-z0-9_]{0,47}") && !name.equals("key"))
                        && Set.copyOf(names).size() == names.size();
        return sound ? names : List.of();
    }

    /** Returns true if statements are prepared. */
    static boolean arePrepared(Parameters parameters) {
        return !parameters.text(STATEMENTS.name()).equals(UNPREPARED);
    }

    /** Adds a problem if writes have a serial level. */
    static void requireLevelOf(List<Operation> operations, Parameters parameters, Problems problems) {
        String level = parameters.text("consistency");
        problems.require(
                operations.stream().noneMatch(operation -> operation.kind() == OperationKind.WRITE)
                        || !Levels.parse(level, false).orElseThrow().isSerial(),
                "--consistency " + level + " is for reads; the server refuses it for writes",
                "consistency");
    }

    /**
     * Returns the options of the table and of its writes.
     *
     * @param ttlSeconds measured writes expire after this time; 0 for never
     * @param populated  share of the columns that measured writes give a value; empty for all
     */
    static Storage storage(Parameters parameters, int ttlSeconds, Optional<Ratio> populated) {
        return new Storage(
                Compaction.parse(parameters.text("compaction")).orElseThrow(),
                Compression.parse(parameters.text("compression")).orElseThrow(),
                parameters.whole("replication"),
                Levels.parse(parameters.text("consistency"), false).orElseThrow(),
                ttlSeconds,
                populated);
    }

    /** Converts an option's word to a constant's name. */
    static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
