package io.dbharness.cql;

import io.dbharness.cql.data.RowShape;
import io.dbharness.cql.data.RowShape.Amount;
import io.dbharness.cql.data.Storage;
import io.dbharness.cql.data.ValueSize;
import io.dbharness.cql.profile.Ratio;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The parameters of a stress workload, validated together.
 *
 * @param shape       of rows
 * @param table       keyspace and name
 * @param storage     of the table
 * @param amount      of data
 * @param choice      distributes requests over the rows
 * @param batch       rows per write
 * @param startsEmpty true if every run begins with an empty table
 * @param timestamp   of all measured writes in microseconds since 1970; empty for the time of each
 * @param prepared    true for prepared statements
 */
record StressSettings(
        RowShape shape,
        TableOptions table,
        Storage storage,
        Amount amount,
        RowChoice choice,
        int batch,
        boolean startsEmpty,
        OptionalLong timestamp,
        boolean prepared) {

    private static final long MOST_ROWS = 1_000_000_000_000L;

    static final Parameter RATIO = new Parameter(
            "ratio",
            "weights of reads and writes, also of reads of counters and additions to them in a table of their own",
            "read=1,write=1",
            Domain.matching(
                    "read=N,write=N,...",
                    text -> ReadWriteMix.parse(text).isPresent(),
                    "weights such as read=3,write=1 or read=1,counter-read=1,counter-write=10%"));
    static final Parameter BATCH = new Parameter(
            "batch", "rows of one partition per write, in one unlogged batch", "1", Domain.whole(1, 1_000));
    static final Parameter TTL = new Parameter(
            "ttl",
            "measured writes expire after this time; 0 for never",
            "0",
            Domain.matching(
                    "TIME",
                    text -> ttlSeconds(text).isPresent(),
                    "0 or a time such as 90s, 30m, 12h or 30d, at most 7300d"));
    static final Parameter START = new Parameter(
            "start",
            "loaded: writes replace rows that are loaded first; empty: the run begins without rows and measures the first write"
                    + " of each",
            "loaded",
            Domain.choice(List.of("loaded", "empty")));
    static final Parameter POPULATION = new Parameter(
            "population",
            "row numbers of the requests, from 1, in place of --distribution, such as gaussian(1..1M) or seq(1..1M); with --rows 0"
                    + " also for a table that another tool filled",
            "",
            Domain.matching(
                            "DISTRIBUTION",
                            text -> ValueDistribution.parse(text, "", new Problems())
                                    .filter(numbers ->
                                            numbers.least() >= 0 && numbers.most() >= 1 && numbers.most() <= MOST_ROWS)
                                    .isPresent(),
                            "a distribution over numbers from 0, such as uniform(1..1M), gaussian(1..1M) or seq(1..1M)")
                    .optional());

    static final Parameter TIMESTAMP = new Parameter(
            "timestamp",
            "time stamp of all measured writes, in microseconds since 1970; left out, the time of each write",
            "",
            Domain.whole(0, 1_000_000_000_000_000_000L).optional());
    static final Parameter POPULATED = new Parameter(
            "row-population",
            "share of a row's columns that measured writes give a value, the first by name; the others are null. Left out, all",
            "",
            Domain.matching(
                            "RATIO",
                            text -> Ratio.parse(text).isPresent(),
                            "a distribution over a number, such as fixed(50)/100 or uniform(1..10)/10")
                    .optional());
    static final Parameter REVISIT = new Parameter(
            "revisit",
            "places among the rows written before, the highest for the first of them: a write goes to the row at its place again, and"
                    + " to a row of the population as long as there is none; left out, always to a row of the population",
            "",
            Domain.matching(
                            "DISTRIBUTION",
                            text -> ValueDistribution.parse(text)
                                    .filter(places -> places.least() >= 0
                                            && places.most() - places.least() < RevisitedRows.MOST_PLACES)
                                    .isPresent(),
                            "a distribution over at most 16777216 numbers from 0, such as uniform(1..1M)")
                    .optional());
    static final Parameter LOOKBACK = new Parameter(
            "read-lookback",
            "how many rows reads are behind the last row written, in a --population that is a sequence",
            "",
            Domain.matching(
                            "DISTRIBUTION",
                            text -> ValueDistribution.parse(text)
                                    .filter(back -> back.least() >= 0)
                                    .isPresent(),
                            "a distribution over numbers from 0, such as exp(1..1000)")
                    .optional());

    /** Options that decide which rows are loaded. */
    static final List<String> SCALING = List.of("rows", "partitions", "fill", "payload", "clustering");

    static final String LOOKBACK_NEEDS =
            "--read-lookback needs a --population whose rows follow one another, such as seq(1..1M)";

    /** Before a target has been asked, a share of its nodes' disks counts as one byte. */
    static final OptionalLong NOT_ASKED = OptionalLong.of(1);

    private static final Domain FILL = Domain.sizes(List.of(), 1L << 50).optional();
    private static final Domain ONE_SIZE = Domain.sizes(List.of("small", "medium"), ValueSize.MOST);
    private static final int MOST_CLUSTERING = 1_000_000;

    /** Parameters of every workload on rows. */
    private static final List<Parameter> COMMON = List.of(
            new Parameter(
                    "payload",
                    "values of a row: small is 5 x 34 bytes, medium 10 KB; a size makes one value, or --columns values, of that size,"
                            + " a distribution values of varying sizes in bytes, such as uniform(10..200)",
                    "small",
                    Domain.matching(
                            ONE_SIZE.label() + "|DISTRIBUTION",
                            text -> ONE_SIZE.contains(text)
                                    || ValueSize.parse(text).isPresent(),
                            ONE_SIZE.expectation() + ", or a distribution of sizes such as uniform(10..200)")),
            new Parameter(
                    "rows",
                    "rows of the data set; by default the highest number of --population, otherwise 100000 small or 10000 other rows; 0 loads none",
                    "",
                    Domain.whole(0, MOST_ROWS).optional()),
            new Parameter(
                    "partitions",
                    "amount of data in partitions of --clustering rows",
                    "",
                    Domain.whole(1, MOST_ROWS / MOST_CLUSTERING).optional()),
            new Parameter(
                    "fill",
                    "amount of data in bytes per node after the load, or as a share of its disk such as 30%",
                    "",
                    Domain.matching(
                            "SIZE|PERCENT",
                            text -> FILL.contains(text) || share(text).isPresent(),
                            FILL.expectation()
                                    + ", or a share of the disk up to 50%, because compaction needs the same space again")),
            new Parameter(
                    "capacity",
                    "capacity of each node's disk, for a --fill in per cent; embedded nodes need none",
                    "",
                    FILL),
            new Parameter("clustering", "rows of a partition", "1", Domain.whole(1, MOST_CLUSTERING)),
            TableOptions.choice("distribution", "distribution of requests over the rows", RowDistribution.values()),
            POPULATION);

    static List<Parameter> parameters(Parameter... own) {
        return Stream.of(COMMON.stream(), TableOptions.PARAMETERS.stream(), Stream.of(own))
                .flatMap(all -> all)
                .toList();
    }

    /** Parses a duration such as {@code 90s} or {@code 30d} to seconds; {@code 0} means none. Empty for any other text. */
    private static OptionalInt ttlSeconds(String text) {
        // The longest TTL that Cassandra accepts: twenty years.
        double seconds = text.equals("0") ? 0 : Quantities.nanos(text).orElse(-1) / 1e9;
        return seconds >= 0 && seconds <= 630_720_000 && seconds == Math.rint(seconds)
                ? OptionalInt.of((int) seconds)
                : OptionalInt.empty();
    }

    /**
     * Parses a share of a disk such as {@code 30%} to 0 to 1; empty for any other text. The limit leaves compaction as much free space as
     * it merges.
     */
    private static OptionalDouble share(String text) {
        return Quantities.share(text).stream()
                .filter(share -> share > 0 && share <= 0.5)
                .findFirst();
    }

    /**
     * Validates the parameters. Throws a {@link io.dbharness.model.UsageException} that names every bad combination.
     *
     * @param nodeBytes capacity of a node's disk, if known
     */
    static StressSettings of(Parameters parameters, OptionalLong nodeBytes) {
        Problems problems = new Problems();
        StressSettings settings = of(parameters, nodeBytes, problems);
        problems.throwIfAny();
        return settings;
    }

    /** Validates the parameters and adds every bad combination to {@code problems}; use the result only if there is none. */
    static StressSettings of(Parameters parameters, OptionalLong nodeBytes, Problems problems) {
        int clustering = parameters.whole("clustering");
        int batch = Integer.parseInt(given(parameters, BATCH));
        problems.require(
                clustering % batch == 0,
                "--batch writes rows of one partition, so --clustering must be a multiple of it: not " + batch + " of "
                        + clustering,
                "batch",
                "clustering");
        RowShape shape = shape(parameters, clustering);
        RowChoice choice = choice(parameters, clustering, problems);
        Amount amount = amount(parameters, nodeBytes, choice, problems);
        boolean startsEmpty = startsEmpty(parameters);
        problems.require(
                !startsEmpty || choice.inTurn().isPresent(),
                "--start empty writes one row after the other; leave out --distribution and --population",
                "start",
                "distribution",
                "population");
        problems.require(
                !startsEmpty || amount.nodeBytes() == 0,
                "--start empty loads nothing, so there is nothing to --fill; give the number of rows by --rows",
                "start",
                "fill",
                "rows");
        return new StressSettings(
                shape,
                TableOptions.of(parameters),
                TableOptions.storage(
                        parameters,
                        ttlSeconds(given(parameters, TTL)).orElseThrow(),
                        Ratio.parse(given(parameters, POPULATED))),
                amount,
                startsEmpty ? choice.inTurn().orElse(choice) : choice,
                batch,
                startsEmpty,
                given(parameters, TIMESTAMP).isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(Long.parseLong(given(parameters, TIMESTAMP))),
                TableOptions.arePrepared(parameters));
    }

    /** Returns the highest number of a row that requests use, from 1; if the amount of data is in bytes, one batch. */
    long reach() {
        return Math.max(batch, Math.max(amount.rows(), choice.reach()));
    }

    static boolean startsEmpty(Parameters parameters) {
        return given(parameters, START).equals("empty");
    }

    private static RowChoice choice(Parameters parameters, int clustering, Problems problems) {
        RowDistribution distribution = RowDistribution.valueOf(TableOptions.constant(parameters.text("distribution")));
        Optional<ValueDistribution> population = Optional.of(parameters.text("population"))
                .filter(text -> !text.isEmpty())
                .flatMap(text -> ValueDistribution.parse(text, "--population", problems));
        problems.require(
                population.isEmpty() || clustering == 1,
                "--population needs partitions of one row; leave out --clustering, or use --distribution",
                "population",
                "clustering",
                "distribution");
        problems.require(
                population.isEmpty() || distribution == RowDistribution.UNIFORM,
                "--distribution and --population exclude each other; give one of them",
                "distribution",
                "population");
        Optional<ValueDistribution> lookback = ValueDistribution.parse(given(parameters, LOOKBACK));
        problems.require(
                lookback.isEmpty()
                        || population.filter(ValueDistribution::isSequence).isPresent(),
                LOOKBACK_NEEDS,
                "read-lookback",
                "population");
        return new RowChoice(distribution, population, lookback, ValueDistribution.parse(given(parameters, REVISIT)));
    }

    /** The small shape is the default row of cassandra-stress; ten kilobytes per request are noticeable on a disk. */
    private static RowShape shape(Parameters parameters, int clustering) {
        String payload = parameters.text("payload");
        boolean small = payload.equals("small");
        ValueSize size = switch (payload) {
            case "small" -> ValueSize.fixed(34);
            case "medium" -> ValueSize.fixed(10_240);
            default ->
                ValueSize.parse(payload)
                        .orElseGet(() ->
                                ValueSize.fixed((int) Quantities.bytes(payload).orElseThrow()));
        };
        List<String> columns = TableOptions.columns(parameters);
        return new RowShape(
                columns.isEmpty() ? RowShape.names(small ? 5 : 1) : columns,
                size,
                parameters.whole("key-size"),
                clustering);
    }

    /** Returns the value of an option that only some of the workloads have. */
    private static String given(Parameters parameters, Parameter parameter) {
        return parameters.values().getOrDefault(parameter.name(), parameter.defaultValue());
    }

    private static Amount amount(Parameters parameters, OptionalLong nodeBytes, RowChoice choice, Problems problems) {
        long reach = choice.reach();
        int clustering = parameters.whole("clustering");
        String rows = parameters.text("rows");
        String partitions = parameters.text("partitions");
        String fill = parameters.text("fill");
        problems.require(
                Stream.of(rows, partitions, fill)
                                .filter(text -> !text.isEmpty())
                                .count()
                        <= 1,
                "--rows, --partitions and --fill exclude each other; give one of them",
                "rows",
                "partitions",
                "fill");
        String capacity = parameters.text("capacity");
        problems.require(
                capacity.isEmpty() || share(fill).isPresent(),
                "--capacity is for a --fill in per cent, such as 30%; give both or neither",
                "capacity",
                "fill");
        if (share(fill).isPresent()) {
            OptionalLong bytes = capacity.isEmpty() ? nodeBytes : Quantities.bytes(capacity);
            problems.require(
                    bytes.isPresent(),
                    "--fill " + fill + " needs --capacity SIZE: CQL does not show the size of the nodes' disks",
                    "fill",
                    "capacity");
            return new Amount(0, Math.max(1, (long) (share(fill).getAsDouble() * bytes.orElse(1))));
        }
        if (!fill.isEmpty()) {
            return new Amount(0, Quantities.bytes(fill).orElseThrow());
        }
        if (!partitions.isEmpty()) {
            return new Amount(Long.parseLong(partitions) * clustering, 0);
        }
        if (rows.isEmpty() && reach > 0) {
            return new Amount(reach, 0);
        }
        if (rows.isEmpty()) {
            long byDefault = parameters.text("payload").equals("small") ? 100_000 : 10_000;
            return new Amount(Math.max(1, byDefault / clustering) * clustering, 0);
        }
        long count = Long.parseLong(rows);
        problems.require(
                count % clustering == 0,
                "--rows " + rows + " must be a multiple of --clustering " + clustering + " rows",
                "rows",
                "clustering");
        problems.require(
                count > 0 || reach > 0,
                "--rows 0 loads nothing; name the existing rows by --population, such as uniform(1..1M)",
                "rows",
                "population");
        problems.require(
                count == 0
                        || choice.population()
                                .filter(numbers -> numbers.least() == 0)
                                .isEmpty(),
                "--population begins with row 0, and --rows loads rows from 1; begin with 1, or give --rows 0",
                "population",
                "rows");
        problems.require(
                count == 0 || reach <= count,
                "--population reaches row " + reach + ", but --rows loads " + rows
                        + "; load as many, or give --rows 0 for a" + " table that another tool filled",
                "population",
                "rows");
        return new Amount(count, 0, count == 0 ? reach : 0);
    }
}
