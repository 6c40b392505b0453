package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.dbharness.cql.profile.Entries.Text;
import io.dbharness.cql.profile.Profile.Definitions;
import io.dbharness.cql.profile.Profile.Insert;
import io.dbharness.cql.profile.Profile.Query;
import io.dbharness.cql.profile.Profile.TokenScan;
import io.dbharness.model.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a profile. One thread. */
public final class ProfileFile {

    private static final String TOP =
            "specname, keyspace, keyspace_definition, table, table_definition, extra_definitions,"
                    + " columnspec, insert, queries, token_range_queries";
    private static final int MOST_PAGE = 1_000_000;
    private static final int DEFAULT_PAGE = 5_000;

    private final String file;
    private final Problems problems;

    private ProfileFile(String file, Problems problems) {
        this.file = file;
        this.problems = problems;
    }

    /** Notes everything that is wrong with the file, each with its line, and returns nothing then. */
    public static Optional<Profile> read(Path path, Problems problems) {
        try {
            return parse(Files.readString(path, StandardCharsets.UTF_8), path.toString(), problems);
        } catch (IOException e) {
            problems.add("cannot read the profile " + path + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** @param file what messages call it */
    static Optional<Profile> parse(String text, String file, Problems problems) {
        try {
            Optional<Node> root =
                    new Compose(LoadSettings.builder().setLabel(file).build()).composeString(text);
            if (root.isEmpty()) {
                problems.add("the profile " + file + " is empty");
                return Optional.empty();
            }
            return new ProfileFile(file, problems).profile(root.get());
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            problems.add(file + ":" + line + ": " + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add(file + ": " + e.getMessage());
        }
        return Optional.empty();
    }

    private Optional<Profile> profile(Node root) {
        Entries top = Entries.of(root, file, problems);
        top.text("specname");
        Optional<Text> keyspace = name(top.required("keyspace"));
        Optional<Text> table = name(top.required("table"));
        Optional<Text> definition = top.required("table_definition");
        Optional<String> keyspaceDefinition = top.text("keyspace_definition").map(Text::text);
        List<String> extra =
                top.texts("extra_definitions").stream().map(Text::text).toList();
        List<Entries> specs = top.list("columnspec");
        Optional<CreateTable.Parsed> parsed = definition.flatMap(
                text -> CreateTable.parse(text.text(), wrong -> problems.add(text.where() + " " + wrong)));
        table.filter(text ->
                        parsed.isPresent() && !text.text().equals(parsed.get().name()))
                .ifPresent(text -> problems.add(text.where() + " is " + text.text() + ", but table_definition creates "
                        + parsed.orElseThrow().name()));
        List<Column> columns = new ColumnSpecs(problems).apply(specs, parsed);
        Optional<Insert> insert = insert(top.mapping("insert"));
        List<Query> queries = queries(top.mapping("queries"));
        List<TokenScan> scans = scans(top.mapping("token_range_queries"));
        top.finish(TOP);
        if (keyspace.isEmpty() || table.isEmpty() || parsed.isEmpty() || insert.isEmpty()) {
            return Optional.empty();
        }
        Definitions definitions =
                new Definitions(keyspaceDefinition, definition.orElseThrow().text(), extra);
        return Optional.of(new Profile(
                keyspace.get().text(), table.get().text(), definitions, columns, insert.get(), queries, scans));
    }

    /** In lower case, as the server keeps it. */
    private Optional<Text> name(Optional<Text> given) {
        Optional<Text> name = given.map(text -> new Text(CreateTable.identifier(text.text()), text.where()));
        name.ifPresent(text -> problems.require(
                text.text().matches("[a-z][a-z0-9_]{0,47}"),
                text.where() + " '" + text.text() + "' must be 1 to 48 lower-case letters, digits and _"));
        return name;
    }

    private Optional<Insert> insert(Entries entries) {
        Optional<Spread> partitions = positive(entries, "partitions");
        Optional<Spread> visits = positive(entries, "visits");
        Optional<Ratio> select = ratio(entries, "select");
        Optional<Ratio> populated = ratio(entries, "row-population");
        Optional<Text> type = entries.text("batchtype");
        type.ifPresent(text -> problems.require(
                text.text().strip().equalsIgnoreCase("logged")
                        || text.text().strip().equalsIgnoreCase("unlogged"),
                text.where() + " must be LOGGED or UNLOGGED, not '" + text.text() + "'"));
        Optional<ConsistencyLevel> level = level(entries);
        entries.finish(
                "partitions, visits, select, row-population, batchtype, consistencyLevel, serialConsistencyLevel");
        if (partitions.isEmpty() || visits.isEmpty() || select.isEmpty() || populated.isEmpty()) {
            return Optional.empty();
        }
        boolean logged =
                type.map(text -> text.text().strip().equalsIgnoreCase("logged")).orElse(true);
        return Optional.of(new Insert(partitions.get(), visits.get(), select.get(), populated.get(), logged, level));
    }

    private Optional<Ratio> ratio(Entries entries, String name) {
        Text text = entries.text(name).orElse(new Text("fixed(1)/1", name));
        return Ratio.parse(text.text(), text.where(), problems);
    }

    private Optional<Spread> positive(Entries entries, String name) {
        Text text = entries.text(name).orElse(new Text("fixed(1)", name));
        Optional<Spread> spread = SpreadText.parse(text.text(), text.where(), problems);
        spread.ifPresent(s -> problems.require(
                s.least() >= 1 && s.most() <= Integer.MAX_VALUE,
                text.where() + " '" + s + "' must begin at 1 or more"));
        return spread;
    }

    /** That of conditional statements is the target's; it is only checked. */
    private Optional<ConsistencyLevel> level(Entries entries) {
        level(entries.text("serialConsistencyLevel"), true);
        return level(entries.text("consistencyLevel"), false);
    }

    private Optional<ConsistencyLevel> level(Optional<Text> given, boolean serial) {
        Optional<ConsistencyLevel> level = given.flatMap(text -> Arrays.stream(DefaultConsistencyLevel.values())
                .filter(known -> known.isSerial() == serial)
                .filter(known -> known.name().equalsIgnoreCase(text.text().strip()))
                .findFirst());
        given.filter(text -> level.isEmpty())
                .ifPresent(text -> problems.add(text.where() + " '" + text.text() + "' is no "
                        + (serial ? "serial consistency level" : "consistency level")));
        return level;
    }

    private List<Query> queries(Entries entries) {
        List<Query> queries = new ArrayList<>();
        for (String name : entries.names()) {
            Entries query = entries.mapping(name);
            Optional<Text> cql = query.required("cql");
            Text fields = query.text("fields").orElse(new Text("samerow", "fields"));
            String which = fields.text().strip().toLowerCase(Locale.ROOT);
            problems.require(
                    which.equals("samerow") || which.equals("multirow"),
                    fields.where() + " must be samerow or multirow, not '" + fields.text() + "'");
            Optional<ConsistencyLevel> level = level(query);
            query.finish("cql, fields, consistencyLevel, serialConsistencyLevel");
            cql.ifPresent(text -> queries.add(new Query(name, text.text(), which.equals("samerow"), level)));
        }
        return queries;
    }

    private List<TokenScan> scans(Entries entries) {
        List<TokenScan> scans = new ArrayList<>();
        for (String name : entries.names()) {
            Entries scan = entries.mapping(name);
            String columns = scan.text("columns").map(Text::text).orElse("*");
            Text page = scan.text("page_size").orElse(new Text(Integer.toString(DEFAULT_PAGE), "page_size"));
            boolean good = page.text().matches("[0-9]{1,7}")
                    && Integer.parseInt(page.text()) >= 1
                    && Integer.parseInt(page.text()) <= MOST_PAGE;
            problems.require(
                    good, page.where() + " must be a number from 1 to " + MOST_PAGE + ", not '" + page.text() + "'");
            scan.finish("columns, page_size");
            scans.add(new TokenScan(name, columns, good ? Integer.parseInt(page.text()) : DEFAULT_PAGE));
        }
        return scans;
    }
}
