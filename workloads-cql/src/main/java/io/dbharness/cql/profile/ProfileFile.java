package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.Profile.Ddl;
import io.dbharness.cql.profile.Profile.Insert;
import io.dbharness.cql.profile.Profile.Query;
import io.dbharness.cql.profile.Profile.TokenScan;
import io.dbharness.distribution.Distribution;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import io.dbharness.yaml.YamlFile.Names;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a profile. One thread. */
public final class ProfileFile {

    private static final long MOST_SIZE = 64L << 20;
    private static final long MOST_CLUSTER = 10_000_000;
    private static final Distribution ONE = Distribution.known("fixed(1)");

    private final Problems problems;

    ProfileFile(Problems problems) {
        this.problems = problems;
    }

    /** Notes everything that is wrong with the file, each with its line, and returns nothing then. */
    public static Optional<Profile> read(Path path, Problems problems) {
        try {
            // Names are compared without their case, as cassandra-stress does.
            return new ProfileFile(problems).profile(YamlFile.read(path, Names.IN_ANY_CASE, problems));
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    Optional<Profile> profile(Fields top) {
        top.text("specname");
        Optional<String> keyspace = name(top, "keyspace");
        Optional<String> table = name(top, "table");
        Optional<String> definition = top.required("table_definition");
        Ddl ddl = new Ddl(top.text("keyspace_definition"), definition.orElse(""), top.texts("extra_definitions"));
        Optional<CreateTable.Parsed> parsed =
                definition.flatMap(text -> CreateTable.parse(text, wrong -> top.problem("table_definition", wrong)));
        table.filter(text -> parsed.isPresent() && !text.equals(parsed.get().name()))
                .ifPresent(text -> top.problem(
                        "table",
                        "is " + text + ", but table_definition creates "
                                + parsed.orElseThrow().name()));
        List<Column> columns = columns(
                top.list("columnspec"), parsed.map(CreateTable.Parsed::columns).orElse(List.of()));
        Insert insert = insert(top.fieldsOrNone("insert"));
        List<Query> queries = queries(top.fieldsOrNone("queries"));
        List<TokenScan> scans = scans(top.fieldsOrNone("token_range_queries"));
        top.refuseOthers();
        if (keyspace.isEmpty() || table.isEmpty() || parsed.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Profile(keyspace.get(), table.get(), ddl, columns, insert, queries, scans));
    }

    /** Joins the columns of the table, if there is one, with what the profile says of their values. */
    private List<Column> columns(List<Fields> lists, List<Column> table) {
        Set<String> names = table.stream().map(Column::name).collect(Collectors.toSet());
        Map<String, Column.Spec> specs = new HashMap<>();
        for (Fields fields : lists) {
            Optional<String> name =
                    fields.required("name").map(text -> names.contains(text) ? text : CreateTable.identifier(text));
            name.ifPresent(column -> {
                String where = fields.where("name") + ": ";
                problems.require(
                        table.isEmpty() || names.contains(column), where + "the table has no column " + column);
                problems.require(!specs.containsKey(column), where + column + " is there twice");
            });
            Column.Spec spec = spec(fields);
            name.ifPresent(column -> specs.put(column, spec));
            fields.refuseOthers();
        }
        return table.stream()
                .map(column -> column.with(specs.getOrDefault(column.name(), column.spec())))
                .toList();
    }

    private Column.Spec spec(Fields fields) {
        Distribution size = distribution(fields, "size", Column.Spec.DEFAULT.size());
        if (size.least() < 0 || size.most() > MOST_SIZE) {
            fields.problem("size", "'" + size + "' must lie within 0 and " + MOST_SIZE);
        }
        Distribution cluster = distribution(fields, "cluster", Column.Spec.DEFAULT.cluster());
        if (cluster.least() < 1 || cluster.most() > MOST_CLUSTER) {
            fields.problem("cluster", "'" + cluster + "' must lie within 1 and " + MOST_CLUSTER);
        }
        return new Column.Spec(size, distribution(fields, "population", Column.Spec.DEFAULT.population()), cluster);
    }

    private Distribution distribution(Fields fields, String name, Distribution byDefault) {
        return fields.text(name)
                .flatMap(given -> Distribution.parse(given, fields.where(name), problems))
                .orElse(byDefault);
    }

    /** In lower case, as the server keeps it. */
    private Optional<String> name(Fields top, String field) {
        Optional<String> name = top.required(field).map(CreateTable::identifier);
        name.filter(text -> !text.matches("[a-z][a-z0-9_]{0,47}"))
                .ifPresent(
                        text -> top.problem(field, "'" + text + "' must be 1 to 48 lower-case letters, digits and _"));
        return name;
    }

    private Insert insert(Fields fields) {
        Insert insert = new Insert(
                positive(fields, "partitions"),
                positive(fields, "visits"),
                ratio(fields, "select"),
                ratio(fields, "row-population"),
                word(fields, "batchtype", List.of("LOGGED", "UNLOGGED")).equals("LOGGED"),
                level(fields));
        fields.refuseOthers();
        return insert;
    }

    /** One of a few words in any case; the first if the field is absent or another. */
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

    private Distribution positive(Fields fields, String name) {
        Distribution distribution = distribution(fields, name, ONE);
        if (distribution.least() < 1 || distribution.most() > Integer.MAX_VALUE) {
            fields.problem(name, "'" + distribution + "' must begin at 1 or more");
        }
        return distribution;
    }

    /** That of conditional statements is the target's; it is only checked. */
    private static Optional<ConsistencyLevel> level(Fields fields) {
        level(fields, "serialConsistencyLevel", true);
        return level(fields, "consistencyLevel", false);
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

    private static List<Query> queries(Fields fields) {
        List<Query> queries = new ArrayList<>();
        for (String name : fields.names()) {
            Fields query = fields.fieldsOrNone(name);
            Optional<String> cql = query.required("cql");
            boolean sameRow =
                    word(query, "fields", List.of("samerow", "multirow")).equals("samerow");
            Optional<ConsistencyLevel> level = level(query);
            query.refuseOthers();
            if (name.equalsIgnoreCase("insert")) {
                fields.problem(name, "cannot be the name of a query, as insert is what writes rows; give it another");
            }
            cql.ifPresent(text -> queries.add(new Query(name, text, sameRow, level)));
        }
        return queries;
    }

    private static List<TokenScan> scans(Fields fields) {
        List<TokenScan> scans = new ArrayList<>();
        for (String name : fields.names()) {
            Fields scan = fields.fieldsOrNone(name);
            String columns = scan.text("columns").orElse("*");
            long page = scan.whole("page_size", 1, 1_000_000).orElse(5_000);
            scan.refuseOthers();
            scans.add(new TokenScan(name, columns, (int) page));
        }
        return scans;
    }
}
