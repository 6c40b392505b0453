package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.dbharness.config.Fields;
import io.dbharness.config.Names;
import io.dbharness.config.YamlFile;
import io.dbharness.cql.profile.Profile.Definitions;
import io.dbharness.cql.profile.Profile.Insert;
import io.dbharness.cql.profile.Profile.Query;
import io.dbharness.cql.profile.Profile.TokenScan;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a profile. One thread. */
public final class ProfileFile {

    private static final int MOST_PAGE = 1_000_000;
    private static final int DEFAULT_PAGE = 5_000;
    private static final List<String> FIELDS = List.of("samerow", "multirow");
    private static final List<String> BATCHES = List.of("LOGGED", "UNLOGGED");

    private final Problems problems;

    private ProfileFile(Problems problems) {
        this.problems = problems;
    }

    /** Notes everything that is wrong with the file, each with its line, and returns nothing then. */
    public static Optional<Profile> read(Path path, Problems problems) {
        return profile(() -> YamlFile.read(path, Names.IN_ANY_CASE, problems), problems);
    }

    /** @param file what messages call it */
    static Optional<Profile> parse(String text, String file, Problems problems) {
        return profile(() -> YamlFile.parse(file, text, Names.IN_ANY_CASE, problems), problems);
    }

    // Names are told apart without their case, as cassandra-stress does.
    private static Optional<Profile> profile(Supplier<Fields> file, Problems problems) {
        Fields top;
        try {
            top = file.get();
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
        return new ProfileFile(problems).profile(top);
    }

    private Optional<Profile> profile(Fields top) {
        top.text("specname");
        Optional<String> keyspace = name(top, "keyspace");
        Optional<String> table = name(top, "table");
        Optional<String> definition = top.required("table_definition");
        Definitions definitions =
                new Definitions(top.text("keyspace_definition"), definition.orElse(""), top.texts("extra_definitions"));
        Optional<CreateTable.Parsed> parsed =
                definition.flatMap(text -> CreateTable.parse(text, wrong -> top.problem("table_definition", wrong)));
        table.filter(text -> parsed.isPresent() && !text.equals(parsed.get().name()))
                .ifPresent(text -> top.problem(
                        "table",
                        "is " + text + ", but table_definition creates "
                                + parsed.orElseThrow().name()));
        List<Column> columns = new ColumnSpecs(problems).apply(top.list("columnspec"), parsed);
        Optional<Insert> insert = insert(top.fieldsOrNone("insert"));
        List<Query> queries = queries(top.fieldsOrNone("queries"));
        List<TokenScan> scans = scans(top.fieldsOrNone("token_range_queries"));
        top.refuseOthers();
        if (keyspace.isEmpty() || table.isEmpty() || parsed.isEmpty() || insert.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Profile(keyspace.get(), table.get(), definitions, columns, insert.get(), queries, scans));
    }

    /** In lower case, as the server keeps it. */
    private Optional<String> name(Fields top, String field) {
        Optional<String> name = top.required(field).map(CreateTable::identifier);
        name.filter(text -> !text.matches("[a-z][a-z0-9_]{0,47}"))
                .ifPresent(
                        text -> top.problem(field, "'" + text + "' must be 1 to 48 lower-case letters, digits and _"));
        return name;
    }

    private Optional<Insert> insert(Fields fields) {
        Optional<Spread> partitions = positive(fields, "partitions");
        Optional<Spread> visits = positive(fields, "visits");
        Optional<Ratio> select = ratio(fields, "select");
        Optional<Ratio> populated = ratio(fields, "row-population");
        boolean logged = word(fields, "batchtype", BATCHES).equals("LOGGED");
        Optional<ConsistencyLevel> level = level(fields);
        fields.refuseOthers();
        if (partitions.isEmpty() || visits.isEmpty() || select.isEmpty() || populated.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Insert(partitions.get(), visits.get(), select.get(), populated.get(), logged, level));
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

    private Optional<Ratio> ratio(Fields fields, String name) {
        return Ratio.parse(fields.text(name).orElse("fixed(1)/1"), fields.where(name), problems);
    }

    private Optional<Spread> positive(Fields fields, String name) {
        Optional<Spread> spread = SpreadText.parse(fields.text(name).orElse("fixed(1)"), fields.where(name), problems);
        spread.filter(s -> s.least() < 1 || s.most() > Integer.MAX_VALUE)
                .ifPresent(s -> fields.problem(name, "'" + s + "' must begin at 1 or more"));
        return spread;
    }

    /** That of conditional statements is the target's; it is only checked. */
    private static Optional<ConsistencyLevel> level(Fields fields) {
        level(fields, "serialConsistencyLevel", true);
        return level(fields, "consistencyLevel", false);
    }

    private static Optional<ConsistencyLevel> level(Fields fields, String name, boolean serial) {
        Optional<String> given = fields.text(name).map(String::strip);
        Optional<ConsistencyLevel> level = given.flatMap(text -> Arrays.stream(DefaultConsistencyLevel.values())
                .filter(known -> known.isSerial() == serial)
                .filter(known -> known.name().equalsIgnoreCase(text))
                .findFirst());
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
            boolean sameRow = word(query, "fields", FIELDS).equals("samerow");
            Optional<ConsistencyLevel> level = level(query);
            query.refuseOthers();
            cql.ifPresent(text -> queries.add(new Query(name, text, sameRow, level)));
        }
        return queries;
    }

    private static List<TokenScan> scans(Fields fields) {
        List<TokenScan> scans = new ArrayList<>();
        for (String name : fields.names()) {
            Fields scan = fields.fieldsOrNone(name);
            String columns = scan.text("columns").orElse("*");
            long page = scan.whole("page_size", 1, MOST_PAGE).orElse(DEFAULT_PAGE);
            scan.refuseOthers();
            scans.add(new TokenScan(name, columns, (int) page));
        }
        return scans;
    }
}
