package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.CqlProfile.BoundValues;
import io.dbharness.cql.profile.CqlProfile.Changes;
import io.dbharness.cql.profile.CqlProfile.Choice;
import io.dbharness.cql.profile.CqlProfile.Consistency;
import io.dbharness.cql.profile.CqlProfile.Ddl;
import io.dbharness.cql.profile.CqlProfile.Insert;
import io.dbharness.cql.profile.CqlProfile.Query;
import io.dbharness.cql.profile.CqlProfile.Reach;
import io.dbharness.cql.profile.CqlProfile.Run;
import io.dbharness.cql.profile.CqlProfile.TokenScan;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.profile.TemplateValues;
import io.dbharness.profile.Weight;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import io.dbharness.yaml.YamlFile.Names;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parses the file of a profile. Not thread-safe: one thread. */
public final class CqlProfileFile {

    private static final long MOST_SIZE = 64L << 20;
    private static final long MOST_CLUSTER = 10_000_000;
    private static final long MOST_PARTITIONS = 1_000_000_000_000L;
    private static final Pattern CREATE_INDEX =
            Pattern.compile("\\s*CREATE\\s+(CUSTOM\\s+)?INDEX\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern RECENT = Pattern.compile("recent\\s*\\(\\s*([1-9][0-9]{0,5})\\s*\\)");
    private static final ValueDistribution ONE = ValueDistribution.known("fixed(1)");

    /** Matches bind markers that belong to no column. */
    private static final Pattern UNBOUND = Pattern.compile("\\b(LIMIT|TTL|TIMESTAMP)\\s+\\?", Pattern.CASE_INSENSITIVE);

    private final Problems problems;
    private final Map<String, Weight> weights = new LinkedHashMap<>();
    /** Names of columns that values are made from. */
    private final Set<String> sources = new TreeSet<>();

    private final Path folder;

    private final Changes changes;

    /**
     * Creates a parser.
     *
     * @param folder  of files that values name
     * @param changes of the command
     */
    CqlProfileFile(Path folder, Changes changes, Problems problems) {
        this.folder = folder;
        this.changes = changes;
        this.problems = problems;
    }

    /**
     * Parses a file. Adds every problem with its line, and returns empty if there is any.
     *
     * @param values replace each {@code ${NAME}} in the file
     */
    public static Optional<CqlProfile> read(Path path, TemplateValues values, Problems problems) {
        return read(path, values, Changes.NONE, problems);
    }

    /**
     * Parses a file. Adds every problem with its line, and returns empty if there is any.
     *
     * @param values  replace each {@code ${NAME}} in the file
     * @param changes of the command
     */
    public static Optional<CqlProfile> read(Path path, TemplateValues values, Changes changes, Problems problems) {
        try {
            return read(path, FileWork.text(path), values, changes, problems);
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    /**
     * Parses a text. Adds every problem with its line, and returns empty if there is any.
     *
     * @param path   the file, for messages and for files that values name
     * @param values replace each {@code ${NAME}} in the text
     */
    public static Optional<CqlProfile> read(Path path, String given, TemplateValues values, Problems problems) {
        return read(path, given, values, Changes.NONE, problems);
    }

    private static Optional<CqlProfile> read(
            Path path, String given, TemplateValues values, Changes changes, Problems problems) {
        String file = String.valueOf(path.getFileName());
        try {
            String text = values.fill(file, given, problems);
            // Names are compared without regard to case, as in cassandra-stress.
            Fields top = YamlFile.parse(file, text, Names.IN_ANY_CASE, problems);
            return new CqlProfileFile(path.resolveSibling(""), changes, problems)
                    .profile(file.replaceFirst("\\.[^.]*$", ""), top);
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    /** @param name of the file */
    Optional<CqlProfile> profile(String name, Fields top) {
        Optional<String> specname = top.text("specname").map(String::strip);
        Optional<String> keyspace = name(top, "keyspace");
        Optional<String> table = name(top, "table");
        List<String> extra = top.texts("extra_definitions");
        Ddl ddl = new Ddl(
                top.text("keyspace_definition"),
                extra.stream().filter(ColumnTypes::createsType).toList(),
                top.text("table_definition"),
                extra.stream()
                        .filter(text -> !ColumnTypes.createsType(text)
                                && !CREATE_INDEX.matcher(text).lookingAt())
                        .toList(),
                extra.stream()
                        .filter(text -> CREATE_INDEX.matcher(text).lookingAt())
                        .toList());
        ColumnTypes types = new ColumnTypes();
        ddl.types().forEach(text -> types.define(text, wrong -> top.problem("extra_definitions", wrong)));
        Optional<CreateTable.Parsed> parsed = ddl.table()
                .flatMap(text -> CreateTable.parse(text, types, wrong -> top.problem("table_definition", wrong)));
        table.filter(text -> parsed.isPresent() && !text.equals(parsed.get().name()))
                .ifPresent(text -> top.problem(
                        "table",
                        "is " + text + ", but table_definition creates "
                                + parsed.orElseThrow().name()));
        List<Column> columns = parsed.map(CreateTable.Parsed::columns).orElse(List.of());
        Map<String, Column.Spec> specs = specs(top.list("columnspec"), columns);
        Fields inserts = top.fieldsOrNone("insert");
        for (Map.Entry<String, String> given : changes.insert().entrySet()) {
            inserts = inserts.with(given.getKey(), given.getValue());
        }
        Insert insert = insert(inserts, columns.stream().anyMatch(Column::isCounter));
        List<Query> queries = queries(top.fieldsOrNone("queries"));
        List<TokenScan> scans = scans(top.fieldsOrNone("token_range_queries"));
        Optional<ValueDistribution> population = population(top);
        OptionalLong partitions = top.whole("partitions", 0, MOST_PARTITIONS);
        Run run = new Run(
                partitions.isPresent() ? Optional.of(partitions.getAsLong()) : Optional.empty(), population, weights);
        top.refuseOthers();
        if (keyspace.isEmpty() || table.isEmpty() || (ddl.table().isPresent() && parsed.isEmpty())) {
            return Optional.empty();
        }
        List<String> names = Stream.concat(specname.stream(), Stream.of(name, keyspace.get() + "." + table.get()))
                .toList();
        CqlProfile profile = new CqlProfile(
                        names,
                        keyspace.get(),
                        table.get(),
                        ddl,
                        List.of(),
                        specs,
                        insert,
                        queries,
                        scans,
                        run,
                        changes.skipColumns())
                .with(ddl.table(), columns);
        if (ddl.table().isPresent()) {
            requireSources(top, profile.columns(), sources);
        }
        return Optional.of(profile);
    }

    /** Adds an operation to the profile's mix if it has a weight. */
    private void weight(String operation, Fields fields) {
        fields.text("weight").ifPresent(text -> {
            Optional<Weight> weight = Weight.parse(text.strip());
            if (weight.isEmpty()) {
                fields.problem("weight", "must be " + Weight.FORMS + ", not '" + text + "'");
            }
            weight.ifPresent(known -> weights.put(operation, known));
        });
    }

    private Optional<ValueDistribution> population(Fields fields) {
        return fields.text("population")
                .flatMap(text -> ValueDistribution.parse(text, fields.where("population"), problems))
                .filter(numbers -> {
                    if (numbers.least() < 0) {
                        fields.problem("population", "'" + numbers + "' must begin at 0 or more");
                    }
                    return numbers.least() >= 0;
                });
    }

    /**
     * Parses the rows that an operation uses.
     *
     * @param inserts true for inserts, which may write new partitions; other operations may use those written before
     */
    private Reach reach(Fields fields, boolean inserts) {
        Optional<String> text = fields.text("population").map(String::strip);
        Matcher recent = RECENT.matcher(text.orElse(""));
        if (inserts && text.equals(Optional.of("next"))) {
            return new Reach(Choice.NEXT, Optional.empty(), 0);
        }
        if (!inserts && text.equals(Optional.of("latest"))) {
            return new Reach(Choice.LATEST, Optional.empty(), 0);
        }
        if (!inserts && recent.matches()) {
            return new Reach(Choice.RECENT, Optional.empty(), Integer.parseInt(recent.group(1)));
        }
        return text.isEmpty() ? Reach.OF_RUN : new Reach(Choice.DRAWN, population(fields), 0);
    }

    /** Parses the distributions of the columns' values; checks their names if the columns are known. */
    private Map<String, Column.Spec> specs(List<Fields> lists, List<Column> table) {
        Map<String, Column.Kind> kinds = table.stream().collect(Collectors.toMap(Column::name, Column::kind));
        Map<String, Column.Spec> specs = new HashMap<>();
        for (Fields fields : lists) {
            Optional<String> name =
                    fields.required("name").map(text -> kinds.containsKey(text) ? text : CreateTable.identifier(text));
            name.ifPresent(column -> {
                String where = fields.where("name") + ": ";
                problems.require(!specs.containsKey(column), where + column + " is there twice");
            });
            boolean clusters = table.isEmpty()
                    || name.map(kinds::get)
                            .filter(Column.Kind.CLUSTERING::equals)
                            .isPresent();
            Column.Spec spec = spec(fields, clusters);
            name.ifPresent(column -> specs.put(column, spec));
            fields.refuseOthers();
        }
        return specs;
    }

    /** @param clusters true if the column may be a clustering column: only these have a number of rows */
    private Column.Spec spec(Fields fields, boolean clusters) {
        ValueDistribution size = distribution(fields, "size", Column.Spec.DEFAULT.size());
        if (size.least() < 0 || size.most() > MOST_SIZE) {
            fields.problem("size", "'" + size + "' must lie within 0 and " + MOST_SIZE);
        }
        ValueDistribution cluster = distribution(fields, "cluster", Column.Spec.DEFAULT.cluster());
        if (clusters && (cluster.least() < 1 || cluster.most() > MOST_CLUSTER)) {
            fields.problem("cluster", "'" + cluster + "' must lie within 1 and " + MOST_CLUSTER);
        }
        Optional<ColumnSource> source = fields.text("value")
                .flatMap(text -> ColumnSource.parse(text, folder, sources, wrong -> fields.problem("value", wrong)));
        return new Column.Spec(
                size, distribution(fields, "population", Column.Spec.DEFAULT.population()), cluster, source);
    }

    /**
     * Checks that values are made from columns that exist and that the key, which comes first, is made from nothing later, and that times
     * are values of types that hold them.
     */
    private static void requireSources(Fields top, List<Column> columns, Set<String> sources) {
        Set<String> known = columns.stream().map(Column::name).collect(Collectors.toSet());
        sources.stream()
                .filter(name -> !known.contains(name) && !name.equals(ColumnSource.ORDINAL))
                .forEach(name -> top.problem("columnspec", "makes a value from " + name + ", which is no column"));
        for (Column column : columns) {
            boolean now = column.spec()
                    .source()
                    .filter(source -> source.kind() == ColumnSource.Kind.NOW)
                    .isPresent();
            if (now && !column.holdsTime()) {
                top.problem(
                        "columnspec",
                        "gives " + column.name() + " the time, which only timestamp, timeuuid and bigint hold");
            }
            if (column.isPerWrite() && column.kind() == Column.Kind.PARTITION) {
                top.problem(
                        "columnspec",
                        "gives " + column.name() + " another value at each write, and it is part of the partition key");
            }
        }
    }

    private ValueDistribution distribution(Fields fields, String name, ValueDistribution byDefault) {
        return fields.text(name)
                .flatMap(given -> ValueDistribution.parse(given, fields.where(name), problems))
                .orElse(byDefault);
    }

    /** Returns the name in lower case, as the server stores it. */
    private static Optional<String> name(Fields top, String field) {
        Optional<String> name = top.required(field).map(CreateTable::identifier);
        name.filter(text -> !text.matches("[a-z][a-z0-9_]{0,47}"))
                .ifPresent(
                        text -> top.problem(field, "'" + text + "' must be 1 to 48 lower-case letters, digits and _"));
        return name;
    }

    /** @param counts true for a table of counters, which accepts counter batches only */
    private Insert insert(Fields fields, boolean counts) {
        List<String> batches = counts ? List.of("LOGGED", "UNLOGGED", "COUNTER") : List.of("LOGGED", "UNLOGGED");
        Optional<String> condition = fields.text("condition").map(String::strip);
        condition
                .filter(text -> counts || !text.matches("(?is)IF\\s.*"))
                .ifPresent(text -> fields.problem(
                        "condition",
                        counts
                                ? "cannot be for a table of counters, which are added to"
                                : "must begin with IF, such as IF NOT EXISTS, not '" + text + "'"));
        Insert insert = new Insert(
                positive(fields, "partitions"),
                positive(fields, "visits"),
                ratio(fields, "select"),
                ratio(fields, "row-population"),
                word(fields, "batchtype", batches).equals("LOGGED"),
                condition,
                consistency(fields, false),
                reach(fields, true),
                revisit(fields));
        weight("insert", fields);
        fields.refuseOthers();
        return insert;
    }

    private Optional<ValueDistribution> revisit(Fields fields) {
        return fields.text("revisit")
                .flatMap(text -> ValueDistribution.parse(text, fields.where("revisit"), problems))
                .filter(places -> {
                    boolean sound = places.least() >= 0 && places.most() <= Integer.MAX_VALUE;
                    if (!sound) {
                        fields.problem("revisit", "'" + places + "' must lie within 0 and " + Integer.MAX_VALUE);
                    }
                    return sound;
                });
    }

    /** Parses one of a few words in any case; returns the first if the field is absent or has another word. */
    private static String word(Fields fields, String name, List<String> words) {
        Optional<String> given = fields.text(name).map(String::strip);
        Optional<String> word = given.flatMap(
                text -> words.stream().filter(text::equalsIgnoreCase).findFirst());
        if (given.isPresent() && word.isEmpty()) {
            fields.problem(name, "must be " + String.join(" or ", words) + ", not '" + given.get() + "'");
        }
        return word.orElse(words.get(0));
    }

    private Ratio ratio(Fields fields, String name) {
        return fields.text(name)
                .flatMap(given -> Ratio.parse(given, fields.where(name), problems))
                .orElse(new Ratio(ONE, 1));
    }

    private ValueDistribution positive(Fields fields, String name) {
        ValueDistribution distribution = distribution(fields, name, ONE);
        if (distribution.least() < 1 || distribution.most() > Integer.MAX_VALUE) {
            fields.problem(name, "'" + distribution + "' must begin at 1 or more");
        }
        return distribution;
    }

    /** @param reads true for a read, which may have a serial level */
    private static Consistency consistency(Fields fields, boolean reads) {
        Optional<ConsistencyLevel> level = level(fields, "consistencyLevel", false);
        level.filter(given -> !reads && given.isSerial())
                .ifPresent(given -> fields.problem(
                        "consistencyLevel",
                        "'" + given + "' is for reads; the level of a write's condition is serialConsistencyLevel"));
        return new Consistency(level, level(fields, "serialConsistencyLevel", true));
    }

    private static Optional<ConsistencyLevel> level(Fields fields, String name, boolean serial) {
        Optional<String> given = fields.text(name).map(String::strip);
        Optional<ConsistencyLevel> level = given.flatMap(text -> Levels.parse(text, serial));
        if (given.isPresent() && level.isEmpty()) {
            fields.problem(
                    name, "'" + given.get() + "' is no " + (serial ? "serial consistency level" : "consistency level"));
        }
        return level;
    }

    /** Parses the values of markers: whole numbers, or distributions of them. */
    private Map<String, ValueDistribution> bind(Fields query) {
        Fields fields = query.fieldsOrNone("bind");
        Map<String, ValueDistribution> bind = new HashMap<>();
        for (String name : fields.names()) {
            String text = fields.text(name).orElse("").strip();
            ValueDistribution.parse(
                            text.matches("-?[0-9]+") ? "fixed(" + text + ")" : text,
                            fields.where(name) + " (a number, or a distribution of numbers)",
                            problems)
                    .ifPresent(values -> bind.put(name.toLowerCase(Locale.ROOT), values));
        }
        return bind;
    }

    private List<Query> queries(Fields fields) {
        List<Query> queries = new ArrayList<>();
        for (String name : fields.names()) {
            Fields query = fields.fieldsOrNone(name);
            Optional<String> cql = query.required("cql");
            boolean sameRow =
                    word(query, "fields", List.of("multirow", "samerow")).equals("samerow");
            Map<String, ValueDistribution> bind = bind(query);
            cql.map(UNBOUND::matcher).stream().flatMap(Matcher::results).forEach(found -> {
                String mark = found.group(1).toLowerCase(Locale.ROOT);
                if (!bind.containsKey(mark)) {
                    query.problem(
                            "cql",
                            "has " + found.group().toUpperCase(Locale.ROOT) + " without a value; give one by bind: {"
                                    + mark + ": 100}, a number or a distribution");
                }
            });
            Consistency consistency =
                    consistency(query, cql.filter(Query::isRead).isPresent());
            BoundValues values = new BoundValues(reach(query, false), sameRow, bind);
            Optional<String> then = query.text("then").map(CqlProfileFile::statement);
            if (then.isPresent() && cql.filter(Query::isRead).isEmpty()) {
                query.problem("then", "is sent after a read; its cql must be a SELECT");
            }
            Optional<Double> recall = query.text("recall").flatMap(text -> recall(query, cql, text.strip()));
            weight(name, query);
            query.refuseOthers();
            cql.map(text -> new Query(name, statement(text), values, consistency, then, recall))
                    .ifPresent(queries::add);
        }
        return queries;
    }

    private static Optional<Double> recall(Fields query, Optional<String> cql, String text) {
        boolean share = text.matches("[01]|0\\.[0-9]{1,6}");
        if (!share || cql.filter(Query::findsNearest).isEmpty()) {
            query.problem(
                    "recall",
                    "must be a share from 0 to 1 of a query that ends with ORDER BY COLUMN ANN OF ? LIMIT N, not '"
                            + text + "'");
            return Optional.empty();
        }
        return Optional.of(Double.valueOf(text));
    }

    private static String statement(String text) {
        return text.strip().replaceFirst("[;\\s]+$", "");
    }

    private List<TokenScan> scans(Fields fields) {
        List<TokenScan> scans = new ArrayList<>();
        for (String name : fields.names()) {
            Fields scan = fields.fieldsOrNone(name);
            String columns = scan.text("columns").orElse("*");
            long page = scan.whole("page_size", 1, 1_000_000).orElse(5_000);
            weight(name, scan);
            scan.refuseOthers();
            scans.add(new TokenScan(name, columns, (int) page));
        }
        return scans;
    }
}
